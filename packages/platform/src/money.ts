import { z } from "@hono/zod-openapi";
import { type Language, locales } from "./language.ts";

export const maximumCents = 99_999_999;

const decimalPattern = /^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,2})?$/;

/** Reads the shortest decimal text of a double: 4.35 * 100 is 434.99999999999994. */
export function parseCents(amount: unknown): number | undefined {
	const cents = parsePart(amount);
	return cents === 0 ? undefined : cents;
}

function parsePart(amount: unknown): number | undefined {
	if (typeof amount !== "number" && typeof amount !== "string") return undefined;
	const text = String(amount);
	return decimalPattern.test(text) ? centsOf(text) : undefined;
}

function centsOf(decimal: string): number {
	const [dollars = "", decimals = ""] = decimal.split(".");
	return Number(dollars) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Returns 10.99 for 1099. */
export function dollars(cents: number): number {
	return cents / 100;
}

export function formatDollars(cents: number): string {
	return dollars(cents).toFixed(2);
}

/**
 * Returns "$31.00 CAD" or "31,00 $ CAD" (French, with no-break spaces); a code that is the symbol is not
 * repeated ("CHF 31.00").
 */
export function formatAmount(cents: number, currency: string, language: Language = "en"): string {
	const format = new Intl.NumberFormat(locales[language], {
		style: "currency",
		currency,
		currencyDisplay: "narrowSymbol",
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
	});
	const amount = format.format(dollars(cents));
	if (amount.includes(currency)) return amount;
	return `${amount}${language === "fr" ? "\u00a0" : " "}${currency}`;
}

const amountAdvice = "Send an amount in dollars from 0.01 to 999999.99 with at most two decimals, such as 10.99.";

/** Dollars in JSON, cents after parsing. */
function centsBy(parse: (amount: number | string) => number | undefined, advice: string) {
	return z.union([z.number(), z.string()], advice).transform((amount, context) => {
		const cents = parse(amount);
		if (cents !== undefined) return cents;
		context.addIssue({ code: "custom", message: advice });
		return z.NEVER;
	});
}

export const amountSchema = centsBy(parseCents, amountAdvice).openapi({
	type: ["number", "string"],
	exclusiveMinimum: 0,
	maximum: maximumCents / 100,
	description: "Dollars with at most two decimals, as a number or as a decimal string",
	example: 31,
});

const partAdvice =
	"Send the part of the amount in dollars, from 0 to 999999.99 with at most two decimals, such as 1.30, or leave it out.";

/** Tax or tip. The request must also check that the parts fit its amount. */
export const amountPartSchema = centsBy(parsePart, partAdvice).openapi({
	type: ["number", "string"],
	minimum: 0,
	maximum: maximumCents / 100,
});

const boundAdvice = "Send an amount in dollars from 0 to 99999999.99 with at most two decimals, such as 10.99.";

/** A bound may be above one transaction's maximum. */
const boundPattern = /^(?:0|[1-9][0-9]{0,7})(?:\.[0-9]{1,2})?$/;

export const amountBoundSchema = z
	.string(boundAdvice)
	.transform((text, context) => {
		if (boundPattern.test(text)) return centsOf(text);
		context.addIssue({ code: "custom", message: boundAdvice });
		return z.NEVER;
	})
	.openapi({ type: "number" });
