import type { CardTestingLimits } from "./limits.ts";

/** The reasons for a decline, as the merchant's report shows them (rules F-01 to F-08). */
export const cardTestingReasons = [
	"card_and_address",
	"card",
	"customer",
	"address",
	"card_details",
	"number_range",
	"challenge_address",
	"challenge_cards",
	"challenge_merchant",
] as const;

export type CardTestingReason = (typeof cardTestingReasons)[number];

/** Counts of cards or attempts by result; `open` ones are at the processor. */
export interface Tally {
	approved: number;
	failed: number;
	open: number;
}

/**
 * The attempts before an attempt, within the merchant's windows. An open attempt counts as failed: otherwise all of an
 * attacker's simultaneous attempts would pass.
 */
export interface History {
	failedByCardAndAddress: number;
	failedByCard: number;
	failedByCustomer: number;
	failedByAddress: number;
	/** The part of `failedByAddress` with a small amount. */
	smallFailedByAddress: number;
	/** Other cards, with any result. */
	otherCardsOfAddress: number;
	otherCardsOfCustomer: number;
	otherCardsOfEmail: number;
	isRangeFrozen: boolean;
	range: Tally;
	/** The merchant's attempts. */
	merchant: Tally;
}

/** The facts about a payer that decide between a decline and a challenge. */
export interface Payer {
	/** `false` for a card stored on a customer. */
	isGuest: boolean;
	/** `true` if the merchant could show the card form; false for payers served by the merchant's staff. */
	isAtBrowser: boolean;
	/** `true` if the card came from the card form: one address opens few of them a minute, each for one card. */
	usedCardForm: boolean;
}

/** An address's first small failures may be chance; every further one counts twice (F-09). */
const smallFailuresByChance = 2;

/** Returns the reason to decline an attempt; `undefined` if the processor may have it. Pure. */
export function reasonToDecline(
	history: History,
	limits: CardTestingLimits,
	payer: Payer,
): CardTestingReason | undefined {
	return reasonToBlock(history, limits, payer) ?? reasonToChallenge(history, limits, payer);
}

function reasonToBlock(history: History, limits: CardTestingLimits, { isGuest }: Payer): CardTestingReason | undefined {
	if (history.failedByCardAndAddress >= limits.failed_per_card_and_address) return "card_and_address";
	if (isGuest && history.failedByCard >= limits.failed_per_card) return "card";
	if (history.failedByCustomer >= limits.failed_per_customer) return "customer";
	if (scoreOfAddress(history) >= limits.failed_per_address) return "address";
	if (history.isRangeFrozen || isRangeTested(presume(history.range, limits), limits)) return "number_range";
	return undefined;
}

/** The challenge is the card form: it is only possible in a browser, and passed by a card that came from it. */
function reasonToChallenge(history: History, limits: CardTestingLimits, payer: Payer): CardTestingReason | undefined {
	if (!payer.isAtBrowser || payer.usedCardForm) return undefined;
	if (scoreOfAddress(history) >= limits.failed_per_address_to_challenge) return "challenge_address";
	const others = [history.otherCardsOfAddress, history.otherCardsOfCustomer, history.otherCardsOfEmail];
	if (Math.max(...others) + 1 >= limits.cards_per_payer) return "challenge_cards";
	if (payer.isGuest && isMerchantTested(history.merchant, limits)) return "challenge_merchant";
	return undefined;
}

function scoreOfAddress({ failedByAddress, smallFailedByAddress }: History): number {
	return failedByAddress + Math.max(0, smallFailedByAddress - smallFailuresByChance);
}

/**
 * Presumes that open cards fail, so that a burst does not pass before the first answer. As many open cards as were
 * approved are exempt, as in a busy range; none is exempt once most cards of the range have failed.
 */
function presume({ approved, failed, open }: Tally, limits: CardTestingLimits): Tally {
	const looksTested = isAbove(limits.bin_declined_percent, failed, approved + failed);
	return { approved, failed: failed + (looksTested ? open : Math.max(0, open - approved)), open: 0 };
}

/** Tells whether the numbers of a range are being tested (F-07). Pure. */
export function isRangeTested({ approved, failed }: Tally, limits: CardTestingLimits): boolean {
	const cards = approved + failed;
	return cards >= limits.bin_cards && isAbove(limits.bin_declined_percent, failed, cards);
}

/** Tells whether so many attempts fail at a merchant that its guests are challenged (F-08). Pure. */
export function isMerchantTested({ approved, failed }: Tally, limits: CardTestingLimits): boolean {
	const attempts = approved + failed;
	return attempts >= limits.merchant_attempts && isAbove(limits.merchant_declined_percent, failed, attempts);
}

function isAbove(percent: number, part: number, whole: number): boolean {
	return part * 100 > percent * whole;
}
