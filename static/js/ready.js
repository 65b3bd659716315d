/* Puts a ready answer into its fields without loading the page anew, where the page has all of them; the autosave of
   keep.js saves it like typing. Where a field is missing, such as a row or a part of a rule, the button is sent as without
   this script. The zone of an empty field is that of the browser, and counts as chosen beforehand. */
(() => {
  "use strict";
  const form = document.getElementById("step");
  if (!form) return;

  const named = (name) => Array.from(form.elements).filter((one) => one.name === name);

  const answeredNone = (name) =>
    [...name.matchAll(/[.[]|$/g)].some(({ index }) => {
      const above = name.slice(0, index);
      return [...named(above), ...named(`none:${above}`)].some((one) => one.type === "checkbox" && one.value === "none" && one.checked);
    });

  // What puts one text into its field; null where the page has no such field, or something was answered meanwhile.
  const filler = (name, text) => {
    if (answeredNone(name)) return null;
    const choice = named(`answer:${name}`)[0];
    if (choice) {
      if (choice.value) return null;
      return Array.from(choice.options).some((one) => one.value === text) ? () => (choice.value = text) : null;
    }
    const fields = named(name);
    const boxes = fields.filter((one) => one.type === "checkbox");
    if (text === "none") {
      const tick = [...named(`none:${name}`), ...boxes].find((one) => one.value === "none");
      if (tick) return () => (tick.checked = true);
    }
    if (boxes.length) {
      if (boxes.some((box) => box.checked)) return null;
      const wanted = text === "[]" ? [] : text.split(", ");
      if (!wanted.length) {
        const tick = named(`none:${name}`)[0];
        return tick ? () => (tick.checked = true) : null;
      }
      if (!wanted.every((one) => boxes.some((box) => box.value === one))) return null;
      return () => boxes.forEach((box) => (box.checked = wanted.includes(box.value)));
    }
    const [field] = fields;
    if (fields.length !== 1 || field.value.trim() || field.type === "hidden" || field.type === "radio") return null;
    if (field.tagName === "SELECT" && !Array.from(field.options).some((one) => one.value === text)) return null;
    return () => (field.value = text);
  };

  const zone = named("zone")[0];
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !zone.value && Array.from(zone.list?.options || []).some((one) => one.value === here)) {
    zone.value = here;
    zone.dataset.preset = "1";
    document.getElementById("zone:note")?.removeAttribute("hidden");
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-fills]");
    if (!button) return;
    const fillers = Object.entries(JSON.parse(button.dataset.fills)).map(([name, text]) => filler(name, text));
    if (fillers.some((fill) => !fill)) return;
    event.preventDefault();
    fillers.forEach((fill) => fill());
    const [first] = Object.keys(JSON.parse(button.dataset.fills));
    const there = named(first)[0] || named(`answer:${first}`)[0] || named(`none:${first}`)[0];
    button.closest(".ready").hidden = true;
    there.focus({ preventScroll: true });
    there.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
