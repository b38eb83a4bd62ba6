"""The checks of scripts/check-board, which use the board in a browser."""
