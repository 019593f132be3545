import { inspect } from "node:util";
import { type Brand, brandOf, type CardFields, type CardProblem, checkCard, isTestNumber } from "@cardseal/card";
import { Pan } from "./pan.ts";

/** Where the cards come from that a merchant may charge: published test numbers, or everything but those. */
export type Environment = "test" | "live";

let readSecurityCode: (card: Card) => string | undefined;

/**
 * A card during one request. What is public of it can be read and stored: brand, last four digits, expiry. The number
 * prints masked and the security code does not print at all.
 */
export class Card {
	readonly pan: Pan;
	readonly brand: Brand;
	/** Two digits each. */
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

	/** The last four digits. */
	get suffix(): string {
		return this.pan.suffix;
	}

	/** The first four digits. */
	get prefix(): string {
		return this.pan.prefix;
	}

	/** MM/YY */
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

/**
 * The security code of a card; a stored card has none. For processors alone: it is never stored, not even encrypted
 * (PCI DSS 3.3.1.2).
 */
export function securityCodeOf(card: Card): string | undefined {
	return readSecurityCode(card);
}

/** Why a card is not charged although the request could be read. Messages never repeat a value. */
export class CardRefused extends Error {
	override readonly name = "CardRefused";
	readonly problems: readonly CardProblem[];

	constructor(problems: readonly CardProblem[]) {
		super("The card was refused.");
		this.problems = problems;
	}
}

/** Card fields as a request carries them: nothing about them is trusted yet. */
export type RawCardFields = Record<keyof CardFields, unknown>;

/**
 * The one rule for card fields, whether they came in the clear or out of a token.
 *
 * @param now ms since 1970, by the clock of business
 * @throws CardRefused with a problem for each field that is wrong
 */
export function acceptCard(fields: RawCardFields, environment: Environment, now: number): Card {
	const problems = checkCard(fields, now);
	if (problems.length > 0) throw new CardRefused(problems);
	// Proved by checkCard: four strings of digits.
	const card = fields as CardFields;
	const brand = brandOf(card.number);
	if (brand === undefined) throw new CardRefused([refusedNumber("Use a card of a brand that is accepted here.")]);
	const isTest = isTestNumber(card.number);
	if (environment === "test" && !isTest) {
		throw new CardRefused([
			refusedNumber("Demo merchants accept published test card numbers only, such as the Visa ending in 1111."),
		]);
	}
	if (environment === "live" && isTest) {
		throw new CardRefused([refusedNumber("This is a test card number. Live merchants charge real cards only.")]);
	}
	return new Card(card, brand);
}

function refusedNumber(message: string): CardProblem {
	return { field: "number", code: "invalid_number", message };
}
