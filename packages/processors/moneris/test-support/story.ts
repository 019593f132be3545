import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { StoryProcessor } from "../../../../test/faults/live/world.ts";
import { startMoneris } from "./simulator.ts";

export const monerisStory: StoryProcessor = {
	name: "moneris",
	modulePath: fileURLToPath(new URL("./story-processors.ts", import.meta.url)),
	wrongField: "client_secret",
	refusal: "does not know this client ID with this client secret",
	decidesLater: true,
	start: startMoneris,
	bookId: ({ transaction_id }) => transaction_id,
	isFor: ({ body }, { transaction_id }) => JSON.parse(body).idempotencyKey === transaction_id,
	elsewhere: { address1: "1 Main St", city: "Toronto", country: "CA", province: "ON", postal_code: "N0N 0N0" },
	sent: {
		sale: { amount: { amount: 3_100, currency: "CAD" }, invoiceNumber: "N-1", automaticCapture: true },
		refund: ({ processor_transaction_id: paymentId }) => ({
			refundAmount: { amount: 1_500, currency: "CAD" },
			paymentId,
		}),
		renewal: {
			ecommerceIndicator: "MAIL_TELEPHONE_ORDER_RECURRING",
			paymentMethod: {
				paymentMethodSource: "PAYMENT_METHOD_ID",
				credentialOnFileInformation: {
					paymentIndicator: "RECURRING",
					paymentInformation: "SUBSEQUENT",
					issuerId: expect.any(String),
				},
			},
		},
	},
};
