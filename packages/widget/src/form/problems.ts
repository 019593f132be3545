import { checkCard, hasCardNumber, numberLengths } from "@cardseal/card";
import type { Words } from "../locale/en.ts";
import type { FieldName } from "../wire/messages.ts";
import { splitExpiry } from "./fields.ts";

export type Values = Record<FieldName, string>;

export type ProblemKey = Exclude<keyof Words["errors"], "connection">;
export type Problems = Partial<Record<FieldName, ProblemKey>>;

/** @param now ms since 1970 */
export function findProblems(values: Values, asked: readonly FieldName[], now: number): Problems {
	const { number, expiry, securityCode } = values;
	const found = checkCard({ number, securityCode, ...splitExpiry(expiry) }, now);
	const isWrong = (field: string) => found.some((problem) => problem.field === field);
	const hasExpired = found.some(({ code }) => code === "card_expired");
	const problems: Record<FieldName, ProblemKey | undefined> = {
		number: isWrong("number") ? numberProblem(number) : undefined,
		expiry: expiryProblem(expiry, { month: isWrong("month"), year: isWrong("year"), hasExpired }),
		securityCode: isWrong("securityCode") ? securityCodeProblem(securityCode) : undefined,
		name: textProblem(values.name, number, "nameMissing"),
		postalCode: textProblem(values.postalCode, number, "postalCodeMissing"),
	};
	return Object.fromEntries(asked.flatMap((field) => (problems[field] ? [[field, problems[field]]] : [])));
}

const shortestUsualNumber = 14;

function numberProblem(number: string): ProblemKey {
	if (number === "") return "numberMissing";
	const usualLength = numberLengths(number).find((length) => length >= shortestUsualNumber) ?? shortestUsualNumber;
	return number.length < usualLength ? "numberIncomplete" : "numberWrong";
}

function expiryProblem(
	digits: string,
	wrong: { month: boolean; year: boolean; hasExpired: boolean },
): ProblemKey | undefined {
	if (digits === "") return "expiryMissing";
	if (wrong.month && digits.length >= 2) return "expiryWrong";
	if (wrong.hasExpired) return "expiryPassed";
	return wrong.month || wrong.year ? "expiryIncomplete" : undefined;
}

function securityCodeProblem(code: string): ProblemKey {
	return code === "" ? "securityCodeMissing" : "securityCodeIncomplete";
}

const tellingDigits = 8;

/** These go to the merchant's page, so they must contain no card number. */
function textProblem(text: string, number: string, missing: ProblemKey): ProblemKey | undefined {
	if (text.trim() === "") return missing;
	const digits = text.replace(/\D/g, "");
	const isPartOfNumber = digits.length >= tellingDigits && number.includes(digits.slice(0, tellingDigits));
	return isPartOfNumber || hasCardNumber(text) ? "cardNumberHere" : undefined;
}
