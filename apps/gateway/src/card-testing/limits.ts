import type { Merchant } from "../merchants/merchant.ts";

interface Limit {
	default: number;
	minimum: number;
	maximum: number;
	/** What it limits, for the operator who sets it. */
	meaning: string;
}

const day = 1_440;
const count = (value: number, meaning: string): Limit => ({ default: value, minimum: 1, maximum: 100_000, meaning });
const minutes = (value: number, meaning: string): Limit => ({ default: value, minimum: 1, maximum: day, meaning });
const percent = (value: number, meaning: string): Limit => ({ default: value, minimum: 1, maximum: 100, meaning });

/** Every limit of the card-testing guard with what it is unless a merchant has its own. */
export const limitTable = {
	window_minutes: minutes(60, "how long failed attempts and cards count"),
	failed_per_card_and_address: count(3, "failed attempts of one card from one address, then the two are declined"),
	failed_per_card: count(10, "failed attempts of one card at all merchants, then it is declined unless it is stored"),
	failed_per_customer: count(5, "failed attempts of one customer, then it is declined"),
	failed_per_address_to_challenge: count(10, "failed attempts from one address, then it needs the card form"),
	failed_per_address: count(30, "failed attempts from one address, then it is declined"),
	small_amount_cents: count(200, "amounts below this are what thieves try cards with"),
	cards_per_payer: count(4, "different cards of one address, customer or e-mail; the last needs the card form"),
	details_per_card: count(3, "different expiries and security codes of one card; the last is declined"),
	bin_window_minutes: minutes(10, "how long a number range's cards count"),
	bin_cards: count(20, "different cards of a number range, before its declines are looked at"),
	bin_declined_percent: percent(80, "of those cards declined: above it the range is frozen"),
	bin_freeze_minutes: minutes(30, "how long a number range stays frozen"),
	merchant_window_minutes: minutes(10, "how long attempts count for the merchant as a whole"),
	merchant_attempts: count(50, "attempts at the merchant, before its declines are looked at"),
	merchant_declined_percent: percent(70, "of them declined: above it all guests need the card form"),
	sessions_per_minute: count(5, "card forms that one address may open in a minute"),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limitTable;

/** Counts, minutes, percents and cents, as the names say. */
export type CardTestingLimits = Readonly<Record<LimitName, number>>;

export const limitNames = Object.keys(limitTable) as LimitName[];

/** Whether a text names a limit. */
export function isLimitName(text: string): text is LimitName {
	return Object.hasOwn(limitTable, text);
}

/** Live merchants are guarded unless the guard was turned off, demo ones only where it was turned on. */
export function isGuarded({ mode, guard }: Pick<Merchant, "mode" | "guard">): boolean {
	return guard.isOn ?? mode === "live";
}

/** A merchant's limits; `undefined` for one that is not guarded. */
export function cardTestingLimitsOf(merchant: Pick<Merchant, "mode" | "guard">): CardTestingLimits | undefined {
	return isGuarded(merchant) ? limitsWith(merchant.guard.limits) : undefined;
}

/** The limits, with those that a merchant has of its own. */
export function limitsWith(own: Readonly<Record<string, number>>): CardTestingLimits {
	const entries = limitNames.map((name) => [name, own[name] ?? limitTable[name].default]);
	return Object.fromEntries(entries) as Record<LimitName, number>;
}
