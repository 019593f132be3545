import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { clientNetwork, createNetworkLimit, createWindowLimit } from "@cardseal/platform/network";
import type { PaymentLink } from "../tables.ts";

const windowMs = 10 * 60_000;

/** A payer needs a few; the guests of an evening share one network. */
const triesPerNetwork = [60, 300, 2_000] as const;

/** Declines of one link, and of one network on all links, after which the bank is to authenticate the payer. */
const declinesToChallenge = [10, 10] as const;

/** A card tester gains nothing more, and the next payer of a shared link waits for minutes only. */
const declinesPerLink = [40] as const;

export interface Try {
	/** The bank is to authenticate the payer. */
	isChallenged: boolean;
	/** Neither a decline nor a way to the bank: it does not count for the link. */
	forgive(): Promise<void>;
}

export interface LinkTries {
	/** Counts a try as a decline until it is forgiven. Returns the ms to wait when there were too many. */
	begin(link: Pick<PaymentLink, "id">, address: string): Promise<Try | { waitMs: number }>;
	/** Counts a way to the page of payments by bank. Returns the ms to wait when there were too many. */
	beginByBank(address: string): Promise<number | undefined>;
}

/** Card-testing protection counts by card besides, and no number of declines closes a link. */
export function createLinkTries({ database, clocks }: { database: Database; clocks: Clocks }): LinkTries {
	const shared = { database, clock: clocks.real, windowMs };
	const network = createNetworkLimit({ ...shared, name: "payment_link", limits: triesPerNetwork });
	const challenge = createWindowLimit({ ...shared, name: "payment_link_challenge", limits: declinesToChallenge });
	const declines = createWindowLimit({ ...shared, name: "payment_link_declines", limits: declinesPerLink });
	return {
		beginByBank: (address) => network.count(address),
		async begin({ id }, address) {
			const ofLink = [`link ${id}`];
			const waitMs = (await network.count(address)) ?? (await declines.count(ofLink));
			if (waitMs !== undefined) return { waitMs };
			const keys = [...ofLink, clientNetwork(address)];
			const isChallenged = (await challenge.count(keys)) !== undefined;
			return {
				isChallenged,
				async forgive() {
					await declines.giveBack(ofLink);
					if (!isChallenged) await challenge.giveBack(keys);
				},
			};
		},
	};
}
