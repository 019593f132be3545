import type { CardTestingLimits } from "./limits.ts";

/** Rules F-01 to F-08. */
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

export interface Tally {
	approved: number;
	failed: number;
	open: number;
}

/** Open attempts count as failed: otherwise an attacker's simultaneous ones would all pass. */
export interface History {
	failedByCardAndAddress: number;
	failedByCard: number;
	failedByCustomer: number;
	failedByAddress: number;
	/** The part of `failedByAddress`. */
	smallFailedByAddress: number;
	/** Other cards, with any result. */
	otherCardsOfAddress: number;
	otherCardsOfCustomer: number;
	otherCardsOfEmail: number;
	isRangeFrozen: boolean;
	range: Tally;
	merchant: Tally;
}

export interface Payer {
	/** `false` for a stored card. */
	isGuest: boolean;
	/** `false` for payers served by staff. */
	isAtBrowser: boolean;
	/** One address opens few forms a minute, each for one card. */
	usedCardForm: boolean;
}

/** Every further failure counts twice (F-09). */
const smallFailuresByChance = 2;

/** Returns `undefined` for an attempt to submit. */
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

/** The card form is the challenge, which its own cards have passed. */
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

/** Counts open cards as failed. As many as were approved are exempt, unless most cards of the range have failed. */
function presume({ approved, failed, open }: Tally, limits: CardTestingLimits): Tally {
	const looksTested = isAbove(limits.bin_declined_percent, failed, approved + failed);
	return { approved, failed: failed + (looksTested ? open : Math.max(0, open - approved)), open: 0 };
}

/** Rule F-07. */
export function isRangeTested({ approved, failed }: Tally, limits: CardTestingLimits): boolean {
	const cards = approved + failed;
	return cards >= limits.bin_cards && isAbove(limits.bin_declined_percent, failed, cards);
}

/** Rule F-08: guests are challenged. */
export function isMerchantTested({ approved, failed }: Tally, limits: CardTestingLimits): boolean {
	const attempts = approved + failed;
	return attempts >= limits.merchant_attempts && isAbove(limits.merchant_declined_percent, failed, attempts);
}

function isAbove(percent: number, part: number, whole: number): boolean {
	return part * 100 > percent * whole;
}
