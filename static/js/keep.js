/* Saves a form with `data-beside` a short while after typing stops, and puts what follows from it beside the form: a step
   of the terms, a draft of a task, a review. What was typed and is not saved yet stays in this browser, under the account,
   and is put back when the form is opened again. Without this script the buttons save.

   The form says where it is saved (`data-beside`), whose it is (`data-account`), who saved it last (`data-last`) and, where
   several forms write one draft, what they have in common (`data-group`). */
(() => {
  "use strict";
  const PAUSE = 1200;
  const AGAIN = 10000;
  const SIGN = 60000;
  const DAYS = 7 * 24 * 3600 * 1000;

  const names = () => {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith("kept "));
    } catch {
      return [];
    }
  };
  const read = (name) => {
    try {
      const kept = JSON.parse(localStorage.getItem(name));
      return kept && Date.now() - kept.at < DAYS ? kept : null;
    } catch {
      return null;
    }
  };
  const forget = (name) => {
    try {
      localStorage.removeItem(name);
    } catch {
      /* A browser that keeps nothing has nothing to forget. */
    }
  };
  // Nothing is kept longer than it is put back, and nothing that was sent from a form to the page that is open now.
  const done = document.querySelector("[data-kept-done]")?.dataset.keptDone;
  for (const name of names()) {
    const kept = read(name);
    if (!kept || (done && kept.sent && name.split(" ")[2].startsWith(done))) forget(name);
  }
  // The page that shows both texts: what was sent is saved nowhere yet, until one of its ways out is taken.
  const failed = document.querySelector("[data-kept-failed]");
  if (failed) {
    const mine = names().filter((name) => name.endsWith(` ${failed.dataset.keptFailed}`));
    for (const name of mine) {
      const kept = read(name);
      try {
        localStorage.setItem(name, JSON.stringify({ ...kept, sent: false }));
      } catch {
        /* As above. */
      }
    }
    failed.addEventListener("submit", () => mine.forEach(forget));
    failed.querySelector("a")?.addEventListener("click", () => mine.forEach(forget));
  }

  // The page of a session that ended holds the form and says how to send it again. What is kept here needs none of that.
  const ended = document.querySelectorAll("[data-ended]");
  if (ended.length) {
    const here = names().map(read).some((kept) => kept?.sent && kept.to === location.pathname);
    for (const way of ended) way.hidden = here !== (way.dataset.ended === "kept");
  }

  const form = document.querySelector("form[data-beside]");
  if (!form) return;
  const prefix = `kept ${form.dataset.account} ${form.dataset.group || form.dataset.beside} `;
  const key = prefix + form.dataset.beside;
  const says = document.getElementById("kept-says");
  let timer = 0;
  let edits = 0;
  let running = null;
  let stopped = false;
  let leaving = false;
  let dirty = false;
  let known = "";

  const version = () => document.getElementById("kept-version");
  const madeOf = () => document.getElementById("kept-made-of");
  // What the page was made of, by which the site tells whose change is whose.
  const from = () => ({ version: version().value, madeOf: madeOf()?.value });
  // What the site chose beforehand is no answer of somebody who only looks; the first edit makes it one.
  const preset = (name) => form.elements[name]?.dataset?.preset;
  const typed = () =>
    Array.from(new FormData(form)).filter(
      ([name, value]) =>
        !["csrfmiddlewaretoken", "version", "made_of"].includes(name) && !(value instanceof File) && !preset(name),
    );

  const say = (what) => {
    const words = says.querySelector(`[data-says="${what}"]`);
    const there = document.getElementById("kept-saved");
    if (there.textContent.trim() === words.textContent.trim()) return; // It would be read out at each letter.
    there.replaceChildren(...Array.from(words.cloneNode(true).childNodes));
  };

  // --- what is kept in this browser

  const keep = (sent) => {
    try {
      const to = new URL(form.getAttribute("action"), location.href).pathname;
      const kept = { at: Date.now(), to, ...from(), sent, data: typed() };
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      /* A browser that keeps nothing still saves. */
    }
  };
  // A form that was sent, was not answered with a conflict and made the version that stands here now was saved.
  const clear = () => {
    for (const name of names()) {
      if (!name.startsWith(prefix)) continue;
      const kept = read(name);
      const mine = form.dataset.last === form.dataset.account;
      if (kept?.sent && mine && Number(version().value) === Number(kept.version) + 1) forget(name);
    }
  };

  // --- what the site answers

  // What was taken otherwise than it was typed, 0.5 as 1/2, is shown so once its field is left.
  const taken = new Map();
  const settle = (there) => {
    const part = taken.get(there);
    taken.delete(there);
    if (part && there.value === part.dataset.typed) there.value = part.value;
  };

  const swap = (text) => {
    const parts = new DOMParser().parseFromString(text, "text/html").querySelectorAll("[data-swap]");
    for (const part of parts) {
      const there = document.getElementById(part.id);
      if (there && part.dataset.typed !== undefined) {
        taken.set(there, part);
        if (there !== document.activeElement) settle(there);
        continue;
      }
      if (!there || there.contains(document.activeElement)) continue;
      if (part.tagName === "INPUT") {
        there.value = part.value;
        continue;
      }
      const open = new Set(
        Array.from(there.querySelectorAll("details[open] > summary"), (summary) => summary.textContent),
      );
      for (const summary of part.querySelectorAll("details > summary")) {
        if (open.has(summary.textContent)) summary.parentElement.open = true;
      }
      if (there.innerHTML !== part.innerHTML) there.replaceChildren(...Array.from(part.childNodes));
    }
  };

  const post = (data, made, more = {}) => {
    const body = new URLSearchParams(data);
    body.set("version", made.version);
    if (made.madeOf !== undefined) body.set("made_of", made.madeOf);
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    return fetch(form.dataset.beside, { method: "POST", body, redirect: "manual", ...more });
  };

  const differ = (text, data) => {
    stopped = true;
    swap(text);
    const box = document.getElementById("conflict");
    if (!box) return say("refused");
    const over = box.querySelector("form");
    const now = over.elements;
    box.querySelector("a.button").addEventListener("click", () => {
      leaving = true;
      forget(key);
    });
    over.addEventListener("submit", (event) => {
      forget(key);
      if (data) return;
      event.preventDefault();
      version().value = now.version.value;
      if (madeOf()) madeOf().value = now.made_of.value;
      form.requestSubmit(form.querySelector("button[value=save]"));
    });
    box.focus();
  };

  const send = async () => {
    const at = edits;
    if (dirty) say("saving");
    try {
      const answer = await post(typed(), from());
      const text = answer.type === "opaqueredirect" ? "" : await answer.text();
      if (answer.ok) {
        swap(text);
        if (at === edits) {
          dirty = false;
          forget(key);
        } else {
          say("saving"); // What was typed meanwhile is not.
          keep(false);
        }
      } else if (answer.status === 409) differ(text, null);
      else if (answer.status === 422) {
        swap(text); // It is mended by typing on.
        say("mend");
        keep(false);
      } else {
        stopped = true;
        say(answer.status === 403 || !text ? "ended" : "refused");
      }
      if (at !== edits && !stopped) timer = setTimeout(save, PAUSE);
    } catch {
      say("unsent");
      timer = setTimeout(save, AGAIN);
    }
  };

  // One at a time: a second one would start from a version that the first makes old.
  const save = () => {
    clearTimeout(timer);
    if (stopped || leaving) return Promise.resolve();
    running ||= send().finally(() => {
      running = null;
    });
    return running;
  };

  // Leaving a field says again what typing said: answered by "Saving", the buttons would move away under a click.
  const changed = () => {
    for (const one of form.querySelectorAll("[data-preset]")) delete one.dataset.preset;
    const now = JSON.stringify(typed());
    if (now === known) return;
    known = now;
    edits += 1;
    dirty = true;
    keep(false);
    clearTimeout(timer);
    if (stopped) return;
    say("saving");
    timer = setTimeout(save, PAUSE);
  };

  // --- what was kept is put back

  // Rows of the form that this page has no fields for are sent along.
  const fill = (data) => {
    const values = new Map();
    for (const [name, value] of data) values.set(name, [...(values.get(name) || []), value]);
    for (const [name, some] of values) {
      const fields = Array.from(form.elements).filter((one) => one.name === name);
      for (const field of fields) {
        if (field.type === "checkbox" || field.type === "radio") field.checked = some.includes(field.value);
        else field.value = some.shift() ?? "";
      }
      if (fields.length) continue;
      for (const value of some) {
        const field = Object.assign(document.createElement("textarea"), { name, value, hidden: true });
        form.append(field);
      }
    }
  };

  // What was saved may have lost a blank at the end of a line.
  const words = (data) =>
    JSON.stringify(data.map(([name, value]) => [name, value.normalize().replace(/\s+/g, " ").trim()]));

  const restore = async () => {
    clear();
    // What stands in a form that was refused or previewed is saved nowhere but here.
    if (form.dataset.unsaved !== undefined) return changed();
    const kept = read(key);
    if (!kept) return;
    if (words(kept.data) === words(typed())) return forget(key);
    try {
      // What was sent may have been saved, and changed again since: the site then asks instead of taking sides.
      const answer = await post(kept.data, kept.sent ? { version: kept.version } : kept);
      const text = await answer.text();
      if (answer.ok) {
        forget(key);
        sessionStorage.setItem(key, "restored");
        location.reload();
      } else if (answer.status === 409) differ(text, kept.data);
      else if (answer.status === 422) {
        fill(kept.data);
        known = JSON.stringify(typed());
        edits += 1;
        dirty = true;
        swap(text);
        say("mend");
      } else say("refused");
    } catch {
      say("unsent");
    }
  };

  // --- what was unfolded stays so when a button makes the page anew

  const unfolded = `unfolded ${key}`;
  const named = (one) => `${one.closest("[id]").id} ${one.querySelector("summary").textContent}`;
  const remember = () => {
    try {
      const open = Array.from(form.querySelectorAll("details[open]"), named);
      sessionStorage.setItem(unfolded, JSON.stringify(open));
    } catch {
      /* Nothing is kept. */
    }
  };
  const unfold = () => {
    try {
      const open = new Set(JSON.parse(sessionStorage.getItem(unfolded)) || []);
      sessionStorage.removeItem(unfolded);
      for (const one of form.querySelectorAll("details")) if (open.has(named(one))) one.open = true;
    } catch {
      /* As above. */
    }
  };

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("focusout", (event) => settle(event.target));
  form.addEventListener("submit", (event) => {
    if (running) {
      event.preventDefault();
      running.then(() => document.getElementById("conflict") || form.requestSubmit(event.submitter));
      return;
    }
    clearTimeout(timer);
    leaving = true;
    for (const there of [...taken.keys()]) settle(there);
    keep(true);
    remember();
  });
  // Whoever goes on by a link leaves nothing behind, and finds the version of their own save on the next page.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    const plain = !event.defaultPrevented && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !plain || link.target || !dirty || stopped || leaving) return;
    if (link.href.split("#")[0] === location.href.split("#")[0] && link.hash) return;
    event.preventDefault();
    await Promise.race([save(), new Promise((done) => setTimeout(done, 4000))]);
    if (!document.getElementById("conflict")) location.href = link.href;
  });
  addEventListener("pagehide", () => {
    if (!dirty || leaving || stopped) return;
    keep(false);
    post(typed(), from(), { keepalive: true }).catch(() => {});
  });
  setInterval(() => {
    if (document.visibilityState === "visible") save();
  }, SIGN);

  try {
    if (sessionStorage.getItem(key) === "restored") {
      sessionStorage.removeItem(key);
      say("restored");
    }
  } catch {
    /* Nothing is kept. */
  }
  unfold();
  restore();
})();
