/* Puts words selected in the text of a revision into the first empty request, or point, of the form beside it, and
   keeps the text where it is read while the page comes back with a request begun at one of its paragraphs.
   Without this script the words are pasted, or a line number is written. */
(() => {
  "use strict";
  const form = document.getElementById("review");
  const bar = document.getElementById("quote-bar");
  if (!form || !bar) return;
  const button = bar.querySelector("button");
  const LONGEST = 2000;
  const CONTEXT = 64;
  let found = null;

  const partOf = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    return element ? element.closest("[data-part]") : null;
  };

  const read = () => {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    const part = partOf(range.startContainer);
    const words = selection.toString().trim();
    if (!part || part !== partOf(range.endContainer) || !words || words.length > LONGEST) return null;
    const before = document.createRange();
    before.setStart(part, 0);
    before.setEnd(range.startContainer, range.startOffset);
    // What the page says of the text (letters of requests, what is new, buttons) is not in the text.
    const copy = before.cloneContents();
    for (const aside of copy.querySelectorAll("[data-aside], mark > sup")) aside.remove();
    return { part: part.dataset.part, words, before: copy.textContent.slice(-CONTEXT) };
  };

  document.addEventListener("selectionchange", () => {
    const now = read();
    if (now) found = now;
    bar.hidden = !found;
  });

  const rowToFill = () => {
    const rows = Array.from(form.querySelectorAll("[data-request]"));
    return rows.find((row) => !row.querySelector("[name$='-exact']").value.trim() && !row.querySelector("[name$='-line']").value.trim());
  };

  button.addEventListener("click", () => {
    const row = rowToFill();
    if (!found || !row) return;
    row.querySelector("[name$='-part']").value = found.part;
    row.querySelector("[name$='-exact']").value = found.words;
    row.querySelector("[name$='-prefix']").value = found.before;
    row.querySelector("[name$='-text'], [name$='-cure']").focus();
    found = null;
    bar.hidden = true;
  });

  // --- the paragraph that a request was begun at stays beside the form

  const READ = "read to";
  document.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "here") return;
    try {
      sessionStorage.setItem(READ, JSON.stringify([location.pathname, window.scrollY]));
    } catch {
      /* The page then begins at its top. */
    }
  });

  const goBack = () => {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(READ));
      sessionStorage.removeItem(READ);
    } catch {
      /* As above. */
    }
    const beside = form.closest(".desk__form");
    const field = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (!kept || kept[0] !== location.pathname || !form.contains(field) || getComputedStyle(beside).position !== "sticky") return;
    field.focus({ preventScroll: true });
    window.scrollTo({ top: kept[1], behavior: "instant" });
    const away = field.getBoundingClientRect().top - beside.getBoundingClientRect().top - beside.clientHeight / 3;
    beside.scrollBy({ top: away, behavior: "instant" });
  };
  window.addEventListener("load", goBack, { once: true });
})();
