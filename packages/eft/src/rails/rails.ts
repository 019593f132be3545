import { isBankName } from "@cardseal/aft";
import type { Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { createAftRail } from "./aft-rail.ts";
import { createDemoRail, type DemoRailOptions } from "./demo-rail.ts";
import type { Rail } from "./rail.ts";

export interface Rails {
	/** @throws Problem 409 when no rail takes this merchant's payments */
	railFor(merchant: Pick<Merchant, "mode" | "name">): Rail;
	/** All rails: each may still have outcomes. */
	all: readonly Rail[];
}

const noRail = () =>
	new Problem(
		"bank_not_connected",
		"No bank is connected for this merchant's payments yet. Ask the operator of this gateway to set one up (EFT_BANK).",
	);

const noBankName = () =>
	new Problem(
		"merchant_name_unprintable",
		"Bank files cannot hold this merchant's name, which payers see on their statements. Set a name with Latin letters in the settings.",
	);

export interface RailsOptions extends DemoRailOptions {
	isBankConnected: boolean;
}

/**
 * Only demo merchants use the demo rail (rule X-55). The bank-file rail reports outcomes after the bank is
 * disconnected.
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
