import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { tellStory } from "../../../../test/faults/live/story.ts";
import { startBambora } from "../test-support/simulator.ts";

tellStory({
	name: "bambora",
	modulePath: fileURLToPath(new URL("../test-support/story-processors.ts", import.meta.url)),
	wrongField: "api_passcode",
	refusal: "payment API passcode",
	start: ({ waitingMs }) => startBambora({}, waitingMs),
	bookId: ({ transaction_id }) => transaction_id,
	isFor: ({ body }, { transaction_id }) => body.includes(transaction_id),
	sent: {
		sale: { amount: 31, custom: { ref1: "N-1" }, card: { complete: true } },
		refund: () => ({ amount: 15, order_number: expect.any(String) }),
		renewal: {
			recurring_payment: true,
			card: expect.not.objectContaining({ cvd: expect.anything() }),
			card_on_file: { type: "subsequent_recurring", series_id: expect.any(Number) },
		},
	},
});
