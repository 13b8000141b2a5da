// The page for handing in: sends the code, the nickname and the file, and shows what has become of it.
"use strict";

const form = document.querySelector("form");
const said = form.querySelector("output");

const base64 = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
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
