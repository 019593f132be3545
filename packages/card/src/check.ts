import { brandOf } from "./brand.ts";
import { isExpired, isTooFarAhead } from "./expiry.ts";
import { isCardNumber } from "./number.ts";
import { securityCodeLength } from "./security-code.ts";

/** What the cardholder types: each a string of ASCII digits. Month and year have two digits each. */
export interface CardFields {
	number: string;
	month: string;
	year: string;
	securityCode: string;
}

export type CardProblemCode =
	| "not_a_numeric_string"
	| "invalid_number"
	| "invalid_month"
	| "invalid_year"
	| "card_expired"
	| "invalid_security_code";

/** What is wrong with one field. The message is for the cardholder and never repeats what was typed. */
export interface CardProblem {
	field: keyof CardFields;
	code: CardProblemCode;
	message: string;
}

/** What is wrong, without the field it is wrong with. */
type Finding = Omit<CardProblem, "field"> | undefined;

/**
 * Checks the four fields of a card, each read once and each reported at most once, in the order of the form.
 *
 * Only primitive strings of ASCII digits pass: a number would lose leading zeros, and anything that is corrected here
 * is a card that was never typed. An unknown brand's security code may have 3 or 4 digits.
 *
 * @param now ms since 1970, for the expiry date
 * @returns an empty list when the card can be sent on; it may still be declined
 */
export function checkCard(fields: Record<keyof CardFields, unknown>, now: number): CardProblem[] {
	const { number, month, year, securityCode } = fields;
	const brand = isDigits(number) ? brandOf(number) : undefined;
	const findings: Record<keyof CardFields, Finding> = {
		number: checkNumber(number),
		month: checkMonth(month),
		year: checkYear(month, year, now),
		securityCode: checkSecurityCode(securityCode, brand ? [securityCodeLength(brand)] : [3, 4]),
	};
	return (Object.keys(findings) as (keyof CardFields)[]).flatMap((field) => {
		const finding = findings[field];
		return finding ? [{ field, ...finding }] : [];
	});
}

function isDigits(value: unknown): value is string {
	return typeof value === "string" && /^[0-9]+$/.test(value);
}

const isMonth = (value: unknown) => isDigits(value) && /^(0[1-9]|1[0-2])$/.test(value);

function notDigits(what: string): Finding {
	return { code: "not_a_numeric_string", message: `Enter ${what} in digits only.` };
}

function checkNumber(number: unknown): Finding {
	if (!isDigits(number)) return notDigits("the card number");
	if (isCardNumber(number)) return undefined;
	return { code: "invalid_number", message: "This is not a valid card number. Check it against the card." };
}

function checkMonth(month: unknown): Finding {
	if (!isDigits(month)) return notDigits("the expiry month");
	if (isMonth(month)) return undefined;
	return { code: "invalid_month", message: "Enter the expiry month as two digits, 01 to 12." };
}

function checkYear(month: unknown, year: unknown, now: number): Finding {
	if (!isDigits(year)) return notDigits("the expiry year");
	if (year.length !== 2 || isTooFarAhead(year, now)) {
		return { code: "invalid_year", message: "Enter the last two digits of the expiry year." };
	}
	if (isDigits(month) && isMonth(month) && isExpired(month, year, now)) {
		return {
			code: "card_expired",
			message: "This card's expiry date has passed. Check the date or use another card.",
		};
	}
	return undefined;
}

function checkSecurityCode(code: unknown, lengths: readonly number[]): Finding {
	if (!isDigits(code)) return notDigits("the security code");
	if (lengths.includes(code.length)) return undefined;
	return { code: "invalid_security_code", message: `Enter the security code: ${lengths.join(" or ")} digits.` };
}
