import { describeProcessor } from "@cardseal/processor-kit";
import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { startMoneris } from "../test-support/simulator.ts";
import { createMoneris } from "./adapter.ts";

describeProcessor(
	connected("Moneris", ({ url, timeLimitMs }) => createMoneris({ url, sandboxUrl: url, timeLimitMs })),
	{
		/*
		 * Its webhooks tell renewals of its own subscriptions only, and are not signed. It lists neither payouts nor disputes.
		 * A capture has the id of its payment.
		 */
		lacks: [
			"events",
			"webhooks",
			"outcome_webhooks",
			"dispute_answers",
			"capture_ids",
			// Its payment takes the card again after the challenge: see the README.
			"authentication",
		],
		start: startMoneris,
	},
);
