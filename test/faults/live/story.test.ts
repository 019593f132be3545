import { join } from "node:path";
import { expect } from "vitest";
import { startAcquirer } from "../../../packages/processor-kit/src/acquirer.ts";
import { tellStory } from "./story.ts";

// The same story runs with the adapters of Stripe and Bambora, in their packages.
tellStory({
	name: "example",
	modulePath: join(import.meta.dirname, "processors.ts"),
	wrongField: "api_key",
	refusal: "does not know this API key",
	decidesLater: true,
	start: startAcquirer,
	bookId: ({ transaction_id }) => transaction_id,
	isFor: ({ path }, { transaction_id }) => path.endsWith(transaction_id),
	sent: {
		sale: { amount: 3_100, commerce: "ecommerce", order_number: "N-1" },
		refund: ({ transaction_id: original }) => ({ type: "refund", amount: 1_500, original }),
		renewal: {
			commerce: "recurring",
			initiator: "merchant",
			stored_card: { use: "later", purpose: "recurring", network_id: expect.any(String) },
		},
	},
});
