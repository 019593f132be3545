import type { CardTestingLimits } from "./limits.ts";

/** Why the guard declines an attempt, as the merchant's report tells it; the rules are F-01 to F-08. */
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

/** Cards or attempts by how they ended; `open` ones are with the processor now. */
export interface Tally {
	approved: number;
	failed: number;
	open: number;
}

/**
 * What came before an attempt, within the merchant's windows. An attempt that is still open counts as a failed one:
 * otherwise as many as an attacker sends at once would all pass.
 */
export interface History {
	failedByCardAndAddress: number;
	failedByCard: number;
	failedByCustomer: number;
	failedByAddress: number;
	/** Those among them that were for a small amount. */
	smallFailedByAddress: number;
	/** Different cards beside this one, whatever became of them. */
	otherCardsOfAddress: number;
	otherCardsOfCustomer: number;
	otherCardsOfEmail: number;
	isRangeFrozen: boolean;
	/** The cards of the number range at this merchant. */
	range: Tally;
	/** The merchant's attempts. */
	merchant: Tally;
}

/** What matters about who tries. */
export interface Payer {
	/** With a card that was brought along rather than one stored on a customer. */
	isGuest: boolean;
	/** In a browser, where the merchant could show the card form: not somebody served by the merchant's staff. */
	isAtBrowser: boolean;
	/** By the card form: an address opens few of those a minute, and each is good for one card. */
	usedCardForm: boolean;
}

/** Small failures among an address's first ones may be chance; from then on each counts twice (F-09). */
const smallFailuresByChance = 2;

/** Why an attempt must not reach the processor; `undefined` when it may. Pure. */
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

/** A payer at a browser can be sent to the card form. Whoever came by it has passed the challenge. */
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
 * Open cards are taken for failed beyond as many as were approved, so that a burst of them does not pass before the first
 * answer, not even behind a good card. A busy range has as many approved as open. Where most failed so far, all are.
 */
function presume({ approved, failed, open }: Tally, limits: CardTestingLimits): Tally {
	const looksTested = isAbove(limits.bin_declined_percent, failed, approved + failed);
	return { approved, failed: failed + (looksTested ? open : Math.max(0, open - approved)), open: 0 };
}

/** Whether somebody goes through the numbers of a range (F-07). Pure. */
export function isRangeTested({ approved, failed }: Tally, limits: CardTestingLimits): boolean {
	const cards = approved + failed;
	return cards >= limits.bin_cards && isAbove(limits.bin_declined_percent, failed, cards);
}

/** Whether so much fails at a merchant that its guests are challenged (F-08). Pure. */
export function isMerchantTested({ approved, failed }: Tally, limits: CardTestingLimits): boolean {
	const attempts = approved + failed;
	return attempts >= limits.merchant_attempts && isAbove(limits.merchant_declined_percent, failed, attempts);
}

function isAbove(percent: number, part: number, whole: number): boolean {
	return part * 100 > percent * whole;
}
