/*
 * A module for PROCESSORS_MODULE, with a processor in the gateway's own process that confirms every account and approves
 * everything.
 */
import type { ProcessorAdapter } from "@cardseal/vault";

const easy: ProcessorAdapter = {
	name: "easy",
	title: "Easy Payments",
	fields: [{ name: "api_key", label: "API key", isSecret: true }],
	maximumDelayMs: 1_000,
	verify: async () => undefined,
	submit: async ({ reference }) => ({
		result: "approved",
		processorTransactionId: `easy-${reference}`,
		authorizationCode: "123456",
		message: "APPROVED",
	}),
	inquire: async () => ({ result: "not_received" }),
};

export const processors = [easy];
