import { checkCard, hasCardNumber, numberLengths } from "@cardseal/card";
import type { Words } from "../locale/words.ts";
import type { FieldName } from "../wire/messages.ts";
import { splitExpiry } from "./fields.ts";

/** What the form holds: the first three as ASCII digits, the others as they were typed. */
export type Values = Record<FieldName, string>;

export type ProblemKey = Exclude<keyof Words["errors"], "connection">;
export type Problems = Partial<Record<FieldName, ProblemKey>>;

/**
 * What is wrong with each field that is asked for. The card itself is judged by the rules the gateway judges it by; this
 * only finds the words.
 *
 * @param now ms since 1970, for the expiry date
 */
export function findProblems(values: Values, asked: readonly FieldName[], now: number): Problems {
	const { number, expiry, securityCode } = values;
	const found = checkCard({ number, securityCode, ...splitExpiry(expiry) }, now);
	const isWrong = (field: string) => found.some((problem) => problem.field === field);
	const hasExpired = found.some(({ code }) => code === "card_expired");
	const problems: Record<FieldName, ProblemKey | undefined> = {
		number: isWrong("number") ? numberProblem(number) : undefined,
		expiry: expiryProblem(expiry, { month: isWrong("month"), year: isWrong("year"), hasExpired }),
		securityCode: isWrong("securityCode") ? securityCodeProblem(securityCode) : undefined,
		name: textProblem(values.name, "nameMissing"),
		postalCode: textProblem(values.postalCode, "postalCodeMissing"),
	};
	return Object.fromEntries(asked.flatMap((field) => (problems[field] ? [[field, problems[field]]] : [])));
}

/** The fewest digits on any card of no known brand (ISO/IEC 7812-1 allows 12; Maestro's shortest). */
const shortestNumber = 12;

function numberProblem(number: string): ProblemKey {
	if (number === "") return "numberMissing";
	const lengths = numberLengths(number);
	const isUsualLength = lengths.length === 0 ? number.length >= shortestNumber : lengths.includes(number.length);
	// Of a brand's lengths the longest that is not beyond 16 is on nearly all of its cards.
	const usual = Math.max(0, ...lengths.filter((length) => length <= 16));
	return isUsualLength && number.length >= usual ? "numberWrong" : "numberIncomplete";
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

/** A name and a postal code are no card data and go to the merchant's page: a card's number must not be among them. */
function textProblem(text: string, missing: ProblemKey): ProblemKey | undefined {
	if (text.trim() === "") return missing;
	return hasCardNumber(text) ? "cardNumberHere" : undefined;
}
