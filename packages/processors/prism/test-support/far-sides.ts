import type { Ability } from "@cardseal/processor-kit";
import type { FarSide } from "./far-side.ts";
import { authorizedotnetFarSide } from "./far-sides/authorizedotnet.ts";
import { checkoutFarSide } from "./far-sides/checkout.ts";

/** The connectors that keep the promises of the conformance kit, with what each lacks. */
export const farSides: readonly (readonly [create: () => FarSide, lacks: readonly Ability[]])[] = [
	[
		authorizedotnetFarSide,
		[
			"accepted",
			"listing",
			"events",
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
			"events",
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
