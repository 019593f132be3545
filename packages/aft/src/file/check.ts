import { type BankAccount, checkAccount } from "../account.ts";
import { daysBetween, isDate } from "../calendar/date.ts";
import type { BankProfile } from "../profile.ts";
import { type AftFile, type FileHeader, maximumFileCreationNumber, type Payment } from "./file.ts";
import { greatestNumber, segmentLayout, trailerLayout } from "./layout.ts";
import { isBankName } from "./text.ts";
import { totalsOf } from "./totals.ts";

export interface FileProblem {
	/** Such as `payments[3].account.transitNumber`. */
	field: string;
	message: string;
}

const maximumAmountCents = greatestNumber(segmentLayout, "amountCents");
const maximumTotalCents = greatestNumber(trailerLayout, "creditsCents");
const maximumPayments = greatestNumber(trailerLayout, "creditsCount");

/** All errors, in the file's order. Names are wrong only when nothing is left. */
export function checkAftFile({ header, payments }: AftFile, profile: BankProfile): FileProblem[] {
	return [
		...checkHeader(header),
		...checkPayments(payments, profile),
		...payments.flatMap((payment, index) => checkPayment(payment, `payments[${index}]`, header, profile)),
		...repeatedReferences(payments),
	];
}

const dayAdvice = "must be a day from 2000 to 2099, YYYY-MM-DD";

function unless(isValid: boolean, field: string, message: string): FileProblem[] {
	return isValid ? [] : [{ field, message }];
}

function isWhole(value: number, greatest: number): boolean {
	return Number.isSafeInteger(value) && value >= 1 && value <= greatest;
}

function checkHeader({ originatorId, dataCentre, currency, fileCreationNumber, creationDate }: FileHeader) {
	const numberAdvice = `must be a whole number from 1 to ${maximumFileCreationNumber}`;
	return [
		...unless(/^[A-Z0-9]{10}$/.test(originatorId), "header.originatorId", "must be 10 capitals or digits"),
		...unless(/^\d{5}$/.test(dataCentre), "header.dataCentre", "must be 5 digits"),
		...unless(/^(?:CAD|USD)$/.test(currency), "header.currency", "must be CAD or USD"),
		...unless(isWhole(fileCreationNumber, maximumFileCreationNumber), "header.fileCreationNumber", numberAdvice),
		...unless(isDate(creationDate), "header.creationDate", dayAdvice),
	];
}

function checkPayments(payments: readonly Payment[], profile: BankProfile): FileProblem[] {
	const field = "payments";
	if (payments.length === 0) return [{ field, message: "must hold at least one payment" }];
	if (payments.length > maximumPayments) return [{ field, message: `must hold ${maximumPayments} payments at most` }];
	const isMixed = payments.some(({ kind }) => kind !== payments[0]?.kind);
	const { credits, debits } = totalsOf(payments);
	const isTooMuch = credits.cents > maximumTotalCents || debits.cents > maximumTotalCents;
	const mostAdvice = `must come to ${maximumTotalCents} cents at most, credits and debits each`;
	return [
		...unless(
			!isMixed || profile.routingLine === undefined,
			field,
			`must be all credits or all debits for ${profile.name}`,
		),
		...unless(!isTooMuch, field, mostAdvice),
	];
}

function checkPayment(payment: Payment, at: string, header: FileHeader, profile: BankProfile): FileProblem[] {
	const { transactionCode, crossReference, amountCents, account, returnAccount } = payment;
	const isCode = /^(?:[2-6]\d|7[0-4])\d$/.test(transactionCode);
	const isReference = /^[A-Z0-9-]{1,19}$/.test(crossReference);
	const amountAdvice = `must be a whole number of cents from 1 to ${maximumAmountCents}`;
	return [
		...unless(isCode, `${at}.transactionCode`, "must be a transaction code from 200 to 749"),
		...unless(isReference, `${at}.crossReference`, "must be 1 to 19 capitals, digits or dashes"),
		...unless(isWhole(amountCents, maximumAmountCents), `${at}.amountCents`, amountAdvice),
		...(["name", "originatorShortName", "originatorLongName"] as const).flatMap((field) =>
			unless(isBankName(payment[field]), `${at}.${field}`, "must have a letter or digit that banks take"),
		),
		...checkValueDate(payment, at, header, profile),
		...accountProblems(account, `${at}.account`),
		...accountProblems(returnAccount, `${at}.returnAccount`),
	];
}

function checkValueDate({ kind, valueDate }: Payment, at: string, header: FileHeader, profile: BankProfile) {
	const field = `${at}.valueDate`;
	if (!isDate(valueDate)) return [{ field, message: dayAdvice }];
	if (!isDate(header.creationDate)) return [];
	const { past, future } = profile.dates[kind];
	const days = daysBetween(header.creationDate, valueDate);
	const advice = `must be from ${past} days before the creation date to ${future} days after it`;
	return unless(days >= -past && days <= future, field, advice);
}

function accountProblems(account: BankAccount, at: string): FileProblem[] {
	return checkAccount(account).map(({ field, message }) => ({ field: `${at}.${field}`, message }));
}

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
