import { fileURLToPath } from "node:url";
import type { StoryProcessor } from "../../../../test/faults/live/world.ts";
import { startStripe } from "./simulator.ts";

export const stripeStory: StoryProcessor = {
	name: "stripe",
	modulePath: fileURLToPath(new URL("./story-processors.ts", import.meta.url)),
	wrongField: "secret_key",
	refusal: "does not know this secret key",
	decidesLater: true,
	start: startStripe,
	bookId: ({ transaction_id }) => transaction_id,
	isFor({ body }, { transaction_id }) {
		const form = new URLSearchParams(body);
		return form.get("metadata[reference]") === transaction_id;
	},
	readBody: (body) => Object.fromEntries(new URLSearchParams(body)),
	elsewhere: { address1: "1 Main St", city: "Toronto", country: "CA", province: "ON", postal_code: "N0N 0N0" },
	sent: {
		sale: { amount: "3100", currency: "cad", description: "N-1", capture_method: "automatic" },
		refund: ({ processor_transaction_id }) => ({ amount: "1500", payment_intent: processor_transaction_id }),
		// Its card was verified, which tells no network id.
		renewal: { off_session: "true", "payment_method_options[card][stored_credential_usage]": "recurring" },
	},
};
