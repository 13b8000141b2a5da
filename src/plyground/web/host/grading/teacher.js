// The forms of the teacher's page: each sends its fields as JSON, and shows the page again, or what is wrong.
"use strict";

// the cookie has the key now: it need not stay in the history
if (location.search.includes("token=")) history.replaceState(null, "", location.pathname);

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-action]")))
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form).entries());
    const said = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
    try {
      const answer = await fetch(form.dataset.action ?? "", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(fields),
      });
      if (answer.ok) location.reload();
      else said.textContent = (await answer.json()).error;
    } catch {
      said.textContent = "The server does not answer.";
    }
  });
