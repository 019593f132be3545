import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { StoryProcessor } from "../../../../test/faults/live/world.ts";
import { startBambora } from "./simulator.ts";

export const bamboraStory: StoryProcessor = {
	name: "bambora",
	modulePath: fileURLToPath(new URL("./story-processors.ts", import.meta.url)),
	wrongField: "api_passcode",
	refusal: "payment API passcode",
	decidesLater: false,
	start: ({ waitingMs }) => startBambora({}, waitingMs),
	bookId: ({ transaction_id }) => transaction_id,
	isFor: ({ body }, { transaction_id }) => body.includes(transaction_id),
	sent: {
		sale: { amount: 31, custom: { ref1: "N-1" }, card: { complete: true } },
		refund: () => ({ amount: 15, order_number: expect.any(String) }),
		renewal: {
			recurring_payment: true,
			card: expect.not.objectContaining({ cvd: expect.anything() }),
			card_on_file: { type: "subsequent_recurring" },
		},
	},
};
