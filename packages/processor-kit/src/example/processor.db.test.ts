import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { startAcquirer } from "../acquirer.ts";
import { describeProcessor } from "../describe-processor.ts";
import { createExampleProcessor } from "./processor.ts";

describeProcessor(connected("the example", createExampleProcessor), {
	// Its webhooks tell decisions, settlements and disputes, and no outcome that was answered.
	lacks: ["outcome_webhooks"],
	start: () => startAcquirer({ now: () => Date.now() }),
});
