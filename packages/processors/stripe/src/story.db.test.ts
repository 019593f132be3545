import { fileURLToPath } from "node:url";
import { tellStory } from "../../../../test/faults/live/story.ts";
import { startStripe } from "../test-support/simulator.ts";

tellStory({
	name: "stripe",
	modulePath: fileURLToPath(new URL("../test-support/story-processors.ts", import.meta.url)),
	wrongField: "secret_key",
	refusal: "does not know this secret key",
	start: startStripe,
	bookId: ({ transaction_id }) => transaction_id,
	isFor({ body }, { transaction_id }) {
		const form = new URLSearchParams(body);
		return form.get("metadata[reference]") === transaction_id;
	},
	readBody: (body) => Object.fromEntries(new URLSearchParams(body)),
	sent: {
		sale: { amount: "3100", currency: "cad", description: "N-1", capture_method: "automatic" },
		refund: ({ processor_transaction_id }) => ({ amount: "1500", payment_intent: processor_transaction_id }),
		// Its card was verified, which tells no network id.
		renewal: { off_session: "true", "payment_method_options[card][stored_credential_usage]": "recurring" },
	},
});
