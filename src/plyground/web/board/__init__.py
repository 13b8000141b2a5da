"""The board: a picture in the page that the server sends, and the scripts that let it be played on."""
