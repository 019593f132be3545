import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { StoryProcessor, StorySimulator } from "../../../../test/faults/live/world.ts";
import { type AdyenSimulatorOptions, startAdyen } from "./adyen.ts";

export const adyenStory: StoryProcessor = {
	name: "adyen",
	modulePath: fileURLToPath(new URL("./story-processors.ts", import.meta.url)),
	wrongField: "api_key",
	refusal: "does not accept the API key",
	decidesLater: false,
	decidesChangesLater: true,
	start,
	bookId: ({ transaction_id }) => transaction_id,
	isFor: ({ body }, { transaction_id }) => JSON.parse(body).reference === transaction_id,
	elsewhere: { address1: "1 Main St", city: "Toronto", country: "CA", province: "ON", postal_code: "N0N 0N0" },
	sent: {
		sale: {
			amount: { value: 3_100, currency: "CAD" },
			merchantOrderReference: "N-1",
			shopperInteraction: "Ecommerce",
			captureDelayHours: 0,
		},
		refund: () => ({ amount: { value: 1_500, currency: "CAD" } }),
		renewal: {
			shopperInteraction: "ContAuth",
			recurringProcessingModel: "Subscription",
			paymentMethod: expect.not.objectContaining({ cvc: expect.anything() }),
			additionalData: { networkTxReference: expect.any(String) },
		},
	},
};

/** Its webhooks tell disputes and settlements, with an account that may read reports. */
async function start(options: AdyenSimulatorOptions): Promise<StorySimulator> {
	const adyen = await startAdyen(options);
	return {
		...adyen,
		network: { ...adyen.network, account: { ...adyen.network.account, report_api_key: adyen.reportApiKey } },
		endDay: adyen.reportPayments,
		events: { dispute: adyen.openDispute, settle: adyen.settle },
	};
}
