// The page for handing in: sends the code, the nickname and the file, and shows what has become of it.
"use strict";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const said = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));

const base64 = (/** @type {File} */ file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^.*?,/, "")));
    reader.addEventListener("error", () => reject(new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = form.file.files[0];
  if (file.size > Number(form.dataset.most)) {
    said.textContent = `The file has ${file.size} bytes; at most ${form.dataset.most} are taken.`;
    return;
  }
  button.disabled = true;
  said.textContent = "It is being looked at …";
  try {
    const answer = await fetch("/api/hand-in", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        code: form.code.value,
        nickname: form.nickname.value,
        name: file.name,
        content: await base64(file),
      }),
    });
    const found = await answer.json();
    said.textContent = found.error ?? found.said;
  } catch {
    said.textContent = "The server does not answer.";
  } finally {
    button.disabled = false;
  }
});
