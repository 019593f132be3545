import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { tellStory } from "../../../../test/faults/live/story.ts";
import { type FarSide, startFarSide } from "../test-support/far-side.ts";
import { bamboraFarSide } from "../test-support/far-sides/bambora.ts";

/** Bambora's captures and refunds are told no reference of ours, so its books go by its own ids. */
function booksById(far: FarSide): FarSide {
	return {
		...far,
		entryOf(exchange, noted) {
			const found = far.entryOf(exchange, noted);
			return found && { ...found, reference: String(exchange.answer.id ?? exchange.answer.transaction_id) };
		},
	};
}

tellStory({
	name: "bambora",
	modulePath: fileURLToPath(new URL("../test-support/story-processors.ts", import.meta.url)),
	wrongField: "api_passcode",
	refusal: "refuses this account",
	decidesLater: false,
	start: ({ waitingMs }) => startFarSide(booksById(bamboraFarSide()), waitingMs),
	// A refund's id names its original as well.
	bookId: ({ processor_transaction_id }) => String(processor_transaction_id?.split("/").at(-1)),
	isFor({ path, body }, { type, transaction_id, amount_cents }, original) {
		if (original === undefined) return body.includes(transaction_id);
		const operation = type === "refund" ? "returns" : "completions";
		const isSame = path.endsWith(`/payments/${original.processor_transaction_id}/${operation}`);
		return isSame && JSON.parse(body).amount === amount_cents / 100;
	},
	sent: {
		sale: { amount: 31, card: { complete: true } },
		refund: () => ({ amount: 15 }),
		// The library tells Bambora nothing about stored cards: a later charge is one without a security code.
		renewal: { card: expect.not.objectContaining({ cvd: expect.anything() }) },
	},
});
