import { brandOf } from "./brand.ts";
import { isExpired, isTooFarAhead } from "./expiry.ts";
import { isCardNumber } from "./number.ts";
import { securityCodeLength } from "./security-code.ts";

/** ASCII digits; month and year have two each. */
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

/** The message is for the cardholder and never repeats the input. */
export interface CardProblem {
	field: keyof CardFields;
	code: CardProblemCode;
	message: string;
}

const messages: Record<CardProblemCode, string> = {
	not_a_numeric_string: "Enter digits only.",
	invalid_number: "Check the card number.",
	invalid_month: "Enter the month as two digits, 01 to 12.",
	invalid_year: "Enter the last two digits of the year.",
	card_expired: "This card's expiry date has passed. Check the date or use another card.",
	invalid_security_code: "Enter the 3 digits on the back, or the 4 on the front of an Amex.",
};

type Finding = CardProblemCode | undefined;

/**
 * Checks each field once, in the order of the form. Takes only strings of ASCII digits: a number would lose leading
 * zeros. An expired card is reported with its year.
 *
 * @param now ms since 1970
 * @returns an empty list when the card can be sent on
 */
export function checkCard(fields: Record<keyof CardFields, unknown>, now: number): CardProblem[] {
	const { number, month, year, securityCode } = fields;
	const findings: [keyof CardFields, Finding][] = [
		["number", checkNumber(number)],
		["month", checkMonth(month)],
		["year", checkYear(year, month, now)],
		["securityCode", checkSecurityCode(securityCode, number)],
	];
	return findings.flatMap(([field, code]) => (code ? [{ field, code, message: messages[code] }] : []));
}

function isDigits(value: unknown): value is string {
	return typeof value === "string" && /^[0-9]+$/.test(value);
}

function checkNumber(number: unknown): Finding {
	if (!isDigits(number)) return "not_a_numeric_string";
	return isCardNumber(number) ? undefined : "invalid_number";
}

function checkMonth(month: unknown): Finding {
	if (!isDigits(month)) return "not_a_numeric_string";
	return /^(0[1-9]|1[0-2])$/.test(month) ? undefined : "invalid_month";
}

function checkYear(year: unknown, month: unknown, now: number): Finding {
	if (!isDigits(year)) return "not_a_numeric_string";
	if (year.length !== 2 || isTooFarAhead(year, now)) return "invalid_year";
	return isDigits(month) && !checkMonth(month) && isExpired(month, year, now) ? "card_expired" : undefined;
}

function checkSecurityCode(code: unknown, number: unknown): Finding {
	if (!isDigits(code)) return "not_a_numeric_string";
	const brand = isDigits(number) && brandOf(number);
	const lengths = brand ? [securityCodeLength(brand)] : [3, 4];
	return lengths.includes(code.length) ? undefined : "invalid_security_code";
}
