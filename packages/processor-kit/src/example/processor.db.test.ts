import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { startAcquirer } from "../acquirer.ts";
import { describeProcessor } from "../describe-processor.ts";
import { createExampleProcessor } from "./processor.ts";

describeProcessor(connected("the example", createExampleProcessor), {
	lacks: [],
	start: () => startAcquirer({ now: () => Date.now() }),
});
