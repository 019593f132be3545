import { inspect } from "node:util";
import { type Brand, brandOf, type CardFields, type CardProblem, checkCard, isTestNumber } from "@cardseal/card";
import { Pan } from "./pan.ts";

export type Environment = "test" | "live";

let readSecurityCode: (card: Card) => string | undefined;

/** Never prints the security code. */
export class Card {
	readonly pan: Pan;
	readonly brand: Brand;
	readonly expiryMonth: string;
	readonly expiryYear: string;
	readonly #securityCode: string | undefined;

	constructor(fields: Omit<CardFields, "securityCode"> & { securityCode: string | undefined }, brand: Brand) {
		this.pan = new Pan(fields.number);
		this.brand = brand;
		this.expiryMonth = fields.month;
		this.expiryYear = fields.year;
		this.#securityCode = fields.securityCode;
	}

	static {
		readSecurityCode = (card) => card.#securityCode;
	}

	get suffix(): string {
		return this.pan.suffix;
	}

	get prefix(): string {
		return this.pan.prefix;
	}

	get expiry(): string {
		return `${this.expiryMonth}/${this.expiryYear}`;
	}

	toJSON(): { brand: Brand; suffix: string; expiry: string } {
		return { brand: this.brand, suffix: this.suffix, expiry: this.expiry };
	}

	[inspect.custom](): string {
		return `${this.brand} ${this.pan} ${this.expiry}`;
	}
}

/** For processors only; never stored (PCI DSS 3.3.1.2). */
export function securityCodeOf(card: Card): string | undefined {
	return readSecurityCode(card);
}

export interface CardRefusal extends Omit<CardProblem, "code"> {
	code: CardProblem["code"] | "brand_not_accepted" | "real_card_at_demo_merchant" | "test_card_at_live_merchant";
}

export class CardRefused extends Error {
	override readonly name = "CardRefused";
	readonly problems: readonly CardRefusal[];

	constructor(problems: readonly CardRefusal[]) {
		super("The card was refused.");
		this.problems = problems;
	}
}

export type RawCardFields = Record<keyof CardFields, unknown>;

/** Accepts spaces, and integers that have lost no digit. */
export function textsOf({ number, securityCode, ...expiry }: RawCardFields): RawCardFields {
	const isSpaced = typeof number === "string" && /^[0-9]+(?: [0-9]+)+$/.test(number);
	return {
		...expiry,
		number: isSpaced ? number.replaceAll(" ", "") : textOf(number, { minimum: 1e11, maximum: Number.MAX_SAFE_INTEGER }),
		securityCode: textOf(securityCode, { minimum: 100, maximum: 9_999 }),
	};
}

function textOf(value: unknown, { minimum, maximum }: { minimum: number; maximum: number }): unknown {
	return typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
		? String(value)
		: value;
}

/**
 * @param now business time, ms since 1970
 * @throws CardRefused with a problem for each wrong field
 */
export function acceptCard(fields: RawCardFields, environment: Environment, now: number): Card {
	const problems = checkCard(fields, now);
	if (problems.length > 0) throw new CardRefused(problems);
	const card = fields as CardFields;
	const brand = brandOf(card.number);
	if (brand === undefined)
		throw new CardRefused([refusedNumber("brand_not_accepted", "Use a card of a brand that is accepted here.")]);
	const isTest = isTestNumber(card.number);
	if (environment === "test" && !isTest) {
		throw new CardRefused([
			refusedNumber(
				"real_card_at_demo_merchant",
				"Demo merchants accept published test card numbers only, such as the Visa ending in 1111.",
			),
		]);
	}
	if (environment === "live" && isTest) {
		throw new CardRefused([
			refusedNumber("test_card_at_live_merchant", "This is a test card number. Live merchants charge real cards only."),
		]);
	}
	return new Card(card, brand);
}

function refusedNumber(code: CardRefusal["code"], message: string): CardRefusal {
	return { field: "number", code, message };
}
