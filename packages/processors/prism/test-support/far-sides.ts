import type { Ability } from "@cardseal/processor-kit";
import type { FarSide } from "./far-side.ts";
import { adyenFarSide } from "./far-sides/adyen.ts";
import { authorizedotnetFarSide } from "./far-sides/authorizedotnet.ts";
import { bamboraFarSide } from "./far-sides/bambora.ts";
import { checkoutFarSide } from "./far-sides/checkout.ts";
import { stripeFarSide } from "./far-sides/stripe.ts";

/** The connectors that keep the promises of the conformance kit, with what each lacks. */
export const farSides: readonly (readonly [create: () => FarSide, lacks: readonly Ability[]])[] = [
	[
		stripeFarSide,
		["accepted", "listing", "notices", "dispute_answers", "lookup_by_reference", "void_of_sales", "capture_ids"],
	],
	[
		bamboraFarSide,
		[
			"accepted",
			"listing",
			"notices",
			"webhooks",
			"outcome_webhooks",
			"dispute_answers",
			"lookup_by_reference",
			"currencies",
			"test_accounts",
			"network_ids",
		],
	],
	[
		adyenFarSide,
		[
			"accepted",
			"listing",
			"notices",
			"dispute_answers",
			"lookup_by_reference",
			"lookup_by_id",
			"immediate_modifications",
			"void_of_sales",
			"capture_ids",
		],
	],
	[
		authorizedotnetFarSide,
		[
			"accepted",
			"listing",
			"notices",
			"dispute_answers",
			"lookup_by_reference",
			"immediate_modifications",
			"capture_ids",
			"amounts",
			"network_ids",
			"currencies",
		],
	],
	[
		checkoutFarSide,
		[
			"accepted",
			"listing",
			"notices",
			"webhooks",
			"outcome_webhooks",
			"dispute_answers",
			"lookup_by_reference",
			"immediate_modifications",
			"void_of_sales",
			"capture_ids",
		],
	],
];
