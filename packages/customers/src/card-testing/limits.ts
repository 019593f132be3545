import type { Merchant } from "@cardseal/merchants";

interface Limit {
	default: number;
	minimum: number;
	maximum: number;
	meaning: string;
}

const day = 1_440;
const count = (value: number, meaning: string): Limit => ({ default: value, minimum: 1, maximum: 100_000, meaning });
const minutes = (value: number, meaning: string): Limit => ({ default: value, minimum: 1, maximum: day, meaning });
const percent = (value: number, meaning: string): Limit => ({ default: value, minimum: 1, maximum: 100, meaning });

export const limitTable = {
	window_minutes: minutes(60, "time for which failed attempts and cards count"),
	failed_per_card_and_address: count(3, "failed attempts of one card from one address, then this pair is declined"),
	failed_per_card: count(10, "failed attempts of one card at all merchants, then it is declined unless it is stored"),
	failed_per_customer: count(5, "failed attempts of one customer, then it is declined"),
	failed_per_address_to_challenge: count(10, "failed attempts from one address, then it needs the card form"),
	failed_per_address: count(30, "failed attempts from one address, then it is declined"),
	small_amount_cents: count(200, "amounts below this count as small: thieves test cards with them"),
	cards_per_payer: count(4, "different cards of one address, customer or email; the last needs the card form"),
	details_per_card: count(3, "different expiries and security codes of one card; the last is declined"),
	bin_window_minutes: minutes(10, "time for which a number range's cards count"),
	bin_cards: count(20, "different cards of a number range before its share of declines counts"),
	bin_declined_percent: percent(80, "of those cards declined: above it, the range is frozen"),
	bin_freeze_minutes: minutes(30, "time for which a number range stays frozen"),
	merchant_window_minutes: minutes(10, "time for which attempts count for the merchant as a whole"),
	merchant_attempts: count(50, "attempts at the merchant before its share of declines counts"),
	merchant_declined_percent: percent(70, "of them declined: above it, all guests need the card form"),
	sessions_per_minute: count(5, "card forms that one address may open in a minute"),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limitTable;

export type CardTestingLimits = Record<LimitName, number>;

export const limitNames = Object.keys(limitTable) as LimitName[];

export function isLimitName(text: string): text is LimitName {
	return Object.hasOwn(limitTable, text);
}

/** Protection is on by default for live merchants only. */
export function isProtected({ mode, cardTesting }: Pick<Merchant, "mode" | "cardTesting">): boolean {
	return cardTesting.isOn ?? mode === "live";
}

/** Returns `undefined` without protection. */
export function cardTestingLimitsOf(merchant: Pick<Merchant, "mode" | "cardTesting">): CardTestingLimits | undefined {
	return isProtected(merchant) ? limitsWith(merchant.cardTesting.limits) : undefined;
}

export function limitsWith(own: Record<string, number>): CardTestingLimits {
	const entries = limitNames.map((name) => [name, own[name] ?? limitTable[name].default]);
	return Object.fromEntries(entries) as Record<LimitName, number>;
}
