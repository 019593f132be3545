import { createNetworkLimit, type NetworkLimit } from "@cardseal/platform/network";
import type { LinkPayers } from "./payers.ts";

/** A payer needs a few, a card tester thousands. */
const triesPerNetwork = [20, 100, 600] as const;
const windowMs = 10 * 60_000;

/** New cards, and charges of stored ones, on the portal's pages and the pages of card links together. */
export function createCardTries({ payments: { database, clocks } }: LinkPayers): NetworkLimit {
	const clock = { now: () => clocks.real.now() };
	return createNetworkLimit({ database, clock, name: "payer_card", limits: triesPerNetwork, windowMs });
}
