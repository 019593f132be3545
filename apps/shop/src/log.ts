/** Takes one line of the shop's log. What is logged names orders and outcomes, never a person, a card, a token or a secret. */
export type Log = (line: { level: "info" | "error"; message: string }) => void;
