import { isBankName } from "@cardseal/aft";
import type { Merchant } from "../../merchants/merchant.ts";
import { Problem } from "../../problem.ts";
import { createAftRail } from "./aft-rail.ts";
import { createDemoRail, type DemoRailOptions } from "./demo-rail.ts";
import type { Rail } from "./rail.ts";

/** Every rail there is. */
export interface Rails {
	/** @throws Problem 409 when no rail takes this merchant's payments */
	railFor(merchant: Pick<Merchant, "mode" | "name">): Rail;
	/** All that may have outcomes, and what was given to any of them. */
	all: readonly Rail[];
}

const noRail = () =>
	new Problem(
		"CONFLICT",
		"No bank is connected for this merchant's payments yet. Ask the operator of this gateway to set one up (EFT_BANK).",
	);

const noBankName = () =>
	new Problem(
		"CONFLICT",
		"No bank can spell this merchant's name, and payers are shown it by theirs. Give the account a name with Latin letters in the settings.",
	);

export interface RailsOptions extends DemoRailOptions {
	/** Whether the operator's bank takes files of ours. */
	isBankConnected: boolean;
}

/**
 * Opens the rails. Demo merchants' payments go by the demo rail alone, and nobody else's do (rule X-55). Outcomes of bank
 * files are heard of even when no bank is connected any more.
 */
export function createRails({ isBankConnected, ...options }: RailsOptions): Rails {
	const demo = createDemoRail(options);
	const aft = createAftRail(options);
	return {
		railFor({ mode, name }) {
			if (mode === "demo") return demo;
			if (!isBankConnected) throw noRail();
			if (!isBankName(name)) throw noBankName();
			return aft;
		},
		all: [demo, aft],
	};
}
