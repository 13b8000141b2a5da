// Runs before the page is painted: how this browser has chosen that pages and boards look.
try {
  for (const name of ["board", "theme", "coordinates", "animation"]) {
    const chosen = JSON.parse(localStorage.getItem(`plyground.${name}`) ?? "null");
    if (chosen) document.documentElement.dataset[name] = chosen;
  }
} catch {
  /* private mode: the usual looks */
}
