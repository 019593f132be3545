import { describeProcessor } from "@cardseal/processor-kit";
import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";

describeProcessor(connected("Bambora", createBambora), {
	lacks: [
		// Each request is decided at once.
		"accepted",
		// There are no webhooks, and disputes are read and answered at Bambora.
		"webhooks",
		"outcome_webhooks",
		"dispute_events",
		"dispute_answers",
		// An account has one.
		"currencies",
	],
	start: () => startBambora(),
});
