/** What can be opened from a terminal's bar or by a key. */
export type SheetName = "rules" | "recall" | "menu" | "roads" | "money" | "details" | "lobby";
