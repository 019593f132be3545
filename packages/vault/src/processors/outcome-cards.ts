import type { AdviceCode, Decline, DeclineClass, DeclineCode } from "./processor.ts";

export type CardBehaviour =
	| ({ kind: "decline"; verifies?: boolean } & Pick<Decline, "declineClass" | "declineCode" | "message" | "adviceCode">)
	/** The journal has the outcome, but no response arrives. */
	| { kind: "answer_lost" }
	| { kind: "never_received" };

const decline = (declineClass: DeclineClass, declineCode: DeclineCode, message: string) =>
	({ kind: "decline", declineClass, declineCode, message }) as const;

const advise = (adviceCode: AdviceCode, advice: string) =>
	({ ...decline("soft", "do_not_honour", `The card was declined. ${advice}`), verifies: true, adviceCode }) as const;

export const outcomeCards: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
	["4000000000000002", decline("soft", "do_not_honour", "The card was declined.")],
	["4000000000009995", decline("soft", "insufficient_funds", "The card has insufficient funds.")],
	["4000000000009987", decline("hard", "lost_card", "The card was reported lost.")],
	["4000000000000069", decline("hard", "expired_card", "The card has expired.")],
	["4000000000000127", decline("data", "incorrect_cvv", "The security code is incorrect.")],
	["4000000000000341", { ...decline("soft", "do_not_honour", "The card was declined."), verifies: true }],
	["4000000000000119", decline("soft", "processing_error", "The processor could not process the card.")],
	["5100000000000248", advise("24", "It can be tried again after an hour.")],
	["5100000000000305", advise("30", "It can be tried again after ten days.")],
	["5100000000000032", advise("03", "Do not try it again.")],
	["4000000000000259", { kind: "answer_lost" }],
	["4000000000000267", { kind: "never_received" }],
]);

/** Keys are the card's last four digits, unique among test numbers. */
export const demoDisputes: Readonly<Record<string, "won" | "lost">> = { "1976": "won", "2685": "lost" };
