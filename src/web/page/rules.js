// The rules of the game in words.

/** Each rule: its name, its title, what wins. */
export const RULES = [
  ["freestyle", "Freestyle", "Five or more in a row win."],
  ["standard", "Standard", "Exactly five in a row win."],
  ["renju", "Renju", "Black wins with exactly five and may not play fouls: overlines, double fours, double threes."],
  ["caro", "Caro", "Five in a row win unless blocked at both ends; six or more always win."],
  ["caro-exact", "Caro, exactly five", "Exactly five in a row win unless blocked at both ends."],
];

/** The title of a rule. */
export function ruleTitle(rule) {
  return RULES.find(([name]) => name === rule)[1];
}

/** The time of each player in words; null if there is none. */
export function timeText(minutes, increment) {
  if (minutes == null) return null;
  const each = `${minutes} ${minutes === 1 ? "minute" : "minutes"} each`;
  return increment ? `${each}, ${increment} s more a move` : each;
}
