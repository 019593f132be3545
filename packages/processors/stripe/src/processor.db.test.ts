import { describeProcessor } from "@cardseal/processor-kit";
import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { startStripe } from "../test-support/simulator.ts";
import { createStripe } from "./adapter.ts";

describeProcessor(connected("Stripe", createStripe), {
	// A capture has its authorization's id. Stripe cancels no sale.
	lacks: ["void_of_sales", "capture_ids"],
	start: () => startStripe({ now: () => Date.now() }),
});
