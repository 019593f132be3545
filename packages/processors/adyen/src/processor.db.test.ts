import { describeProcessor } from "@cardseal/processor-kit";
import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { startAdyen } from "../test-support/adyen.ts";
import { createAdyen } from "./adapter.ts";

describeProcessor(
	// The day in which a webhook may come is over.
	connected("Adyen", (place) => createAdyen({ ...place, webhookWaitMs: 0 })),
	{
		lacks: [
			"accepted",
			"events",
			"lookup_by_reference",
			"lookup_by_id",
			"listing",
			"immediate_modifications",
			"capture_ids",
		],
		start: startAdyen,
	},
);
