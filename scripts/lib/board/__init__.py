"""What scripts/check-board does with the board in the browser."""
