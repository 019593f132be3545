import { describeProcessor } from "@cardseal/processor-kit";
import { afterAll } from "vitest";
import { createBridge } from "../src/bridge.ts";
import { factoryOf, startFarSide } from "../test-support/far-side.ts";
import { farSides } from "../test-support/far-sides.ts";

const bridge = createBridge({ node: process.env.PRISM_NODE });
afterAll(() => bridge.stop());

for (const [create, lacks] of farSides) {
	const far = create();
	describeProcessor(factoryOf(far, bridge), { lacks, start: () => startFarSide(far) });
}
