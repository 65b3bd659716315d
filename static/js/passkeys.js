/* Asks the device for a passkey and sends what it answers with the page's own form.
   A form says with data-passkey whether a key is made ("create") or used ("get"). Its options stand in the page, or
   are fetched from data-options at the moment they are needed. Without this script everything else still works. */
(() => {
  "use strict";
  const says = document.getElementById("passkey-says");
  const printed = document.getElementById("passkey-options");

  const say = (what) => {
    for (const line of says.children) line.hidden = line.dataset.says !== what;
    says.hidden = !what;
  };

  const bytes = (text) => {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(binary, (one) => one.charCodeAt(0));
  };
  const text = (buffer) => {
    if (!buffer) return undefined;
    const binary = Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join("");
    return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };

  const listed = (keys) => (keys || []).map((key) => ({ ...key, id: bytes(key.id) }));
  const readable = (options) => ({
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user ? { user: { ...options.user, id: bytes(options.user.id) } } : {}),
    excludeCredentials: listed(options.excludeCredentials),
    allowCredentials: listed(options.allowCredentials),
  });

  const answered = (key) => {
    const response = { clientDataJSON: text(key.response.clientDataJSON) };
    if (key.response.attestationObject) {
      response.attestationObject = text(key.response.attestationObject);
      response.transports = key.response.getTransports ? key.response.getTransports() : [];
    } else {
      response.authenticatorData = text(key.response.authenticatorData);
      response.signature = text(key.response.signature);
      response.userHandle = text(key.response.userHandle) || null;
    }
    return {
      type: key.type,
      id: key.id,
      rawId: text(key.rawId),
      response,
      clientExtensionResults: key.getClientExtensionResults(),
      authenticatorAttachment: key.authenticatorAttachment,
    };
  };

  const optionsOf = async (form) => {
    if (!form.dataset.options) return JSON.parse(printed.textContent);
    const answer = await fetch(form.dataset.options, { headers: { "X-Requested-With": "XMLHttpRequest" } });
    if (!answer.ok) throw new Error("unreachable");
    return answer.json();
  };

  const ask = async (form) => {
    const { creation_options: create, request_options: get } = await optionsOf(form);
    const publicKey = readable((create || get).publicKey);
    return form.dataset.passkey === "create"
      ? navigator.credentials.create({ publicKey })
      : navigator.credentials.get({ publicKey });
  };

  const meaning = (error) => {
    if (error.name === "SecurityError" || error.name === "NotSupportedError") return "unsupported";
    if (error.name === "InvalidStateError") return "known";
    if (error.name === "TypeError" || error.message === "unreachable") return "unreachable";
    return "refused";
  };

  const run = async (form, button) => {
    say("");
    if (!window.PublicKeyCredential) return say("unsupported");
    button.disabled = true;
    try {
      form.elements.credential.value = JSON.stringify(answered(await ask(form)));
      form.submit();
    } catch (error) {
      button.disabled = false;
      say(meaning(error));
    }
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      run(form, form.querySelector("button[type=submit]"));
    });
  }
})();
