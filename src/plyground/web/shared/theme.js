// Runs before the page is painted: the board's colours that this browser has chosen.
try {
  const theme = JSON.parse(localStorage.getItem("plyground.board") ?? "null");
  if (theme) document.documentElement.dataset.board = theme;
} catch {
  /* private mode: the usual colours */
}
