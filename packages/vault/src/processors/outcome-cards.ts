import type { DeclineClass, DeclineCode } from "./processor.ts";

/** What the demo processor does with a card, whatever the amount. */
export type CardBehaviour =
	| { kind: "decline"; declineClass: DeclineClass; declineCode: DeclineCode; message: string; verifies?: boolean }
	/** The outcome is reached and written to the journal, but no answer comes. */
	| { kind: "answer_lost" }
	/** The request is lost on the way. */
	| { kind: "never_received" };

function decline(
	declineClass: DeclineClass,
	declineCode: DeclineCode,
	message: string,
): CardBehaviour & { kind: "decline" } {
	return { kind: "decline", declineClass, declineCode, message };
}

/** Published test numbers with a behaviour of their own. Any other is approved or declined by its amount. */
export const outcomeCards: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
	["4000000000000002", decline("soft", "do_not_honour", "The card was declined.")],
	["4000000000009995", decline("soft", "insufficient_funds", "The card has insufficient funds.")],
	["4000000000009987", decline("hard", "lost_card", "The card was reported lost.")],
	["4000000000000069", decline("hard", "expired_card", "The card has expired.")],
	["4000000000000127", decline("data", "incorrect_cvv", "The security code is incorrect.")],
	["4000000000000341", { ...decline("soft", "do_not_honour", "The card was declined."), verifies: true }],
	["4000000000000119", decline("soft", "processing_error", "The processor could not process the card.")],
	["4000000000000259", { kind: "answer_lost" }],
	["4000000000000267", { kind: "never_received" }],
]);
