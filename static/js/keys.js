/* Single keys of a reviewer's page: they go through its text, to the differences and earlier reviews, and begin a request.
   No key does anything while somebody writes, with a modifier, or once they are switched off in this browser.
   Without this script the page has links to the same places and a button beside each paragraph. */
(() => {
  "use strict";
  const dialog = document.getElementById("keys");
  if (!dialog) return;
  const OFF = "keys off";
  const words = document.getElementById("keys-words");
  const says = document.getElementById("keys-says");
  const chosen = document.getElementById("keys-on");
  let back = null;
  let last = null;

  const isOff = () => {
    try {
      return localStorage.getItem(OFF) === "1";
    } catch {
      return !chosen.checked; // A browser that keeps nothing keeps it for this page.
    }
  };
  const choose = () => {
    try {
      if (chosen.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "1");
    } catch {
      /* As above. */
    }
  };

  const say = (what) => {
    says.textContent = words.querySelector(`[data-says="${what}"]`).textContent;
  };

  const WRITING = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit])";
  const isWriting = (target) => target instanceof Element && target.closest(WRITING) !== null;

  const go = (there) => {
    if (!there.hasAttribute("tabindex")) there.tabIndex = -1;
    there.focus({ preventScroll: true });
    there.scrollIntoView({ block: "center" });
    if (there.getBoundingClientRect().top < 0) there.scrollIntoView({ block: "start" });
    says.textContent = "";
  };

  // --- to a part of the page, and back

  const part = (id, none) => {
    const there = document.getElementById(id);
    if (!there) return say(none);
    const now = document.activeElement;
    if (now === there && back) {
      go(back);
      back = null;
      return;
    }
    if (now && now !== document.body) back = now;
    else back = last;
    go(there);
  };

  // --- through the text

  const stops = () => Array.from(document.querySelectorAll(".text > .text__block, .text > .request"));
  const here = () => {
    const now = document.activeElement;
    const stop = now instanceof Element ? now.closest(".text > .text__block, .text > .request") : null;
    return stop || (now === document.body || now?.id === "main" ? last : null);
  };
  const step = (by) => {
    const all = stops();
    if (all.length === 0) return;
    const at = all.indexOf(here());
    const next = at < 0 ? all.findIndex((one) => one.getBoundingClientRect().bottom > 0) : at + by;
    if (next >= all.length) return say("last");
    if (next < 0) return say("first");
    last = all[next];
    go(last);
  };

  const begin = () => {
    let block = here();
    while (block && !block.matches(".text__block")) block = block.previousElementSibling;
    const button = block?.querySelector("button[name=here]");
    if (button) button.click();
    else say("no-block");
  };

  const open = () => {
    if (dialog.open) return;
    chosen.checked = !isOff();
    dialog.showModal();
    document.getElementById("keys-h").focus();
  };

  const acts = {
    d: () => part("differences", "no-differences"),
    e: () => part("earlier", "no-earlier"),
    n: () => step(1),
    p: () => step(-1),
    r: begin,
    "?": open,
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (dialog.open || isOff() || isWriting(event.target)) return;
    if (event.key === "r" && !document.querySelector("button[name=here]")) return;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : null;
    if (!act) return;
    event.preventDefault();
    act();
  });

  chosen.addEventListener("change", choose);
  document.getElementById("keys-close").addEventListener("click", () => dialog.close());
  document.getElementById("keys-open").addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
  document.getElementById("keys-line").hidden = false;
})();
