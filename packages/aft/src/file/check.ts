import { type BankAccount, checkAccount } from "../account.ts";
import { daysBetween, isDate } from "../calendar/date.ts";
import type { BankProfile } from "../profile.ts";
import { type AftFile, type FileHeader, maximumFileCreationNumber, type Payment } from "./file.ts";
import { greatestNumber, segmentLayout, trailerLayout } from "./layout.ts";
import { isBankName } from "./text.ts";
import { totalsOf } from "./totals.ts";

/** The message never contains the value. */
export interface FileProblem {
	/** Such as `payments[3].account.transitNumber`. */
	field: string;
	message: string;
}

const maximumAmountCents = greatestNumber(segmentLayout, "amountCents");
const maximumTotalCents = greatestNumber(trailerLayout, "creditsCents");
const maximumPayments = greatestNumber(trailerLayout, "creditsCount");

const headerPatterns: Record<Exclude<keyof FileHeader, "fileCreationNumber" | "creationDate">, [RegExp, string]> = {
	originatorId: [/^[A-Z0-9]{10}$/, "must be 10 capitals or digits"],
	dataCentre: [/^\d{5}$/, "must be 5 digits"],
	currency: [/^(?:CAD|USD)$/, "must be CAD or USD"],
};

const paymentPatterns = {
	transactionCode: [/^(?:[2-6]\d|7[0-4])\d$/, "must be a transaction code from 200 to 749"],
	crossReference: [/^[A-Z0-9-]{1,19}$/, "must be 1 to 19 capitals, digits or dashes"],
} as const;

const requiredTexts = ["name", "originatorShortName", "originatorLongName"] as const;

/**
 * Returns all errors of a file, in its order. Names are transliterated and cut; they are an error only when nothing is
 * left.
 */
export function checkAftFile({ header, payments }: AftFile, profile: BankProfile): FileProblem[] {
	return [
		...checkHeader(header),
		...checkPayments(payments, profile),
		...payments.flatMap((payment, index) => checkPayment(payment, `payments[${index}]`, header, profile)),
		...repeatedReferences(payments),
	];
}

function isWhole(value: number, least: number, greatest: number): boolean {
	return Number.isSafeInteger(value) && value >= least && value <= greatest;
}

function checkHeader(header: FileHeader): FileProblem[] {
	const problems: FileProblem[] = [];
	for (const field of ["originatorId", "dataCentre", "currency"] as const) {
		const [pattern, message] = headerPatterns[field];
		if (!pattern.test(header[field])) problems.push({ field: `header.${field}`, message });
	}
	if (!isWhole(header.fileCreationNumber, 1, maximumFileCreationNumber)) {
		const message = `must be a whole number from 1 to ${maximumFileCreationNumber}`;
		problems.push({ field: "header.fileCreationNumber", message });
	}
	if (!isDate(header.creationDate)) {
		problems.push({ field: "header.creationDate", message: "must be a day from 2000 to 2099, YYYY-MM-DD" });
	}
	return problems;
}

function checkPayments(payments: readonly Payment[], profile: BankProfile): FileProblem[] {
	const field = "payments";
	if (payments.length === 0) return [{ field, message: "must hold at least one payment" }];
	if (payments.length > maximumPayments) return [{ field, message: `must hold ${maximumPayments} payments at most` }];
	const problems: FileProblem[] = [];
	const isMixed = payments.some(({ kind }) => kind !== payments[0]?.kind);
	if (profile.routingLine !== undefined && isMixed) {
		problems.push({ field, message: `must be all credits or all debits for ${profile.name}` });
	}
	const { credits, debits } = totalsOf(payments);
	if (credits.cents > maximumTotalCents || debits.cents > maximumTotalCents) {
		problems.push({ field, message: `must come to ${maximumTotalCents} cents at most, credits and debits each` });
	}
	return problems;
}

function checkPayment(payment: Payment, at: string, header: FileHeader, profile: BankProfile): FileProblem[] {
	const problems: FileProblem[] = [];
	for (const field of ["transactionCode", "crossReference"] as const) {
		const [pattern, message] = paymentPatterns[field];
		if (!pattern.test(payment[field])) problems.push({ field: `${at}.${field}`, message });
	}
	if (!isWhole(payment.amountCents, 1, maximumAmountCents)) {
		const message = `must be a whole number of cents from 1 to ${maximumAmountCents}`;
		problems.push({ field: `${at}.amountCents`, message });
	}
	for (const field of requiredTexts) {
		if (!isBankName(payment[field])) {
			problems.push({ field: `${at}.${field}`, message: "must have a letter or digit that banks take" });
		}
	}
	return [
		...problems,
		...checkValueDate(payment, at, header, profile),
		...accountProblems(payment.account, `${at}.account`),
		...accountProblems(payment.returnAccount, `${at}.returnAccount`),
	];
}

function checkValueDate({ kind, valueDate }: Payment, at: string, header: FileHeader, profile: BankProfile) {
	const field = `${at}.valueDate`;
	if (!isDate(valueDate)) return [{ field, message: "must be a day from 2000 to 2099, YYYY-MM-DD" }];
	// An invalid creation date has its own error.
	if (!isDate(header.creationDate)) return [];
	const { past, future } = profile.dates[kind];
	const days = daysBetween(header.creationDate, valueDate);
	if (days >= -past && days <= future) return [];
	return [{ field, message: `must be from ${past} days before the creation date to ${future} days after it` }];
}

function accountProblems(account: BankAccount, at: string): FileProblem[] {
	return checkAccount(account).map(({ field, message }) => ({ field: `${at}.${field}`, message }));
}

/** A returned item is identified by its reference. */
function repeatedReferences(payments: readonly Payment[]): FileProblem[] {
	const firsts = new Map<string, number>();
	const problems: FileProblem[] = [];
	for (const [index, { crossReference }] of payments.entries()) {
		const first = firsts.get(crossReference);
		if (first === undefined) firsts.set(crossReference, index);
		else problems.push({ field: `payments[${index}].crossReference`, message: `is also that of payments[${first}]` });
	}
	return problems;
}
