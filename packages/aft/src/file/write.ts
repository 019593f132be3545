import type { BankAccount } from "../account.ts";
import { toOrdinalDate } from "../calendar/date.ts";
import type { BankProfile } from "../profile.ts";
import { checkAftFile, type FileProblem } from "./check.ts";
import { type AftFile, type FileHeader, kinds, type Payment } from "./file.ts";
import {
	headerLayout,
	headLayout,
	pack,
	recordSize,
	segmentLayout,
	segmentsInRecord,
	trailerLayout,
} from "./layout.ts";
import { fitText } from "./text.ts";
import { totalNames, totalsOf } from "./totals.ts";

const shownProblems = 5;

export class UnwritableFile extends Error {
	readonly problems: readonly FileProblem[];

	constructor(problems: readonly FileProblem[]) {
		const shown = problems.slice(0, shownProblems).map(({ field, message }) => `${field} ${message}`);
		const more = problems.length > shownProblems ? [`and ${problems.length - shownProblems} more`] : [];
		super(`The file cannot be written: ${[...shown, ...more].join("; ")}.`);
		this.name = "UnwritableFile";
		this.problems = problems;
	}
}

/**
 * Canadian Payments Standard 005.
 *
 * @throws UnwritableFile with every problem and its field, before anything is written
 *
 * @example
 * const bytes = writeAftFile({ header, payments }, rbcLike);
 */
export function writeAftFile(file: AftFile, profile: BankProfile): Uint8Array {
	const problems = checkAftFile(file, profile);
	if (problems.length > 0) throw new UnwritableFile(problems);
	const groups = inRecords(file.payments);
	const routingLine = profile.routingLine && groups[0]?.[0] && profile.routingLine[groups[0][0].kind];
	const before = routingLine === undefined ? "" : routingLine + profile.lineEnd;
	// Up to hundreds of megabytes.
	const bytes = new Uint8Array(before.length + (groups.length + 2) * (recordSize + profile.lineEnd.length));
	const encoder = new TextEncoder();
	let end = encoder.encodeInto(before, bytes).written;
	for (const record of recordsOf(file, groups, profile)) {
		end += encoder.encodeInto(record + profile.lineEnd, bytes.subarray(end)).written;
	}
	return bytes;
}

function* recordsOf({ header, payments }: AftFile, groups: readonly Payment[][], profile: BankProfile) {
	yield headOf("A", 1, header) + headerOf(header);
	for (const [index, group] of groups.entries()) yield recordOf(group, index + 2, header, profile);
	yield headOf("Z", groups.length + 2, header) + trailerOf(payments);
}

function inRecords(payments: readonly Payment[]): Payment[][] {
	const groups: Payment[][] = [];
	for (const payment of payments) {
		const last = groups.at(-1);
		if (last?.[0]?.kind === payment.kind && last.length < segmentsInRecord) last.push(payment);
		else groups.push([payment]);
	}
	return groups;
}

function headOf(recordType: string, recordCount: number, { originatorId, fileCreationNumber }: FileHeader): string {
	return pack(headLayout, { recordType, recordCount, originatorId, fileCreationNumber });
}

function headerOf({ creationDate, dataCentre, currency }: FileHeader): string {
	const date = toOrdinalDate(creationDate);
	return pack(headerLayout, { creationDate: date, dataCentre, communicationArea: "", currency, filler: "" });
}

function recordOf(group: Payment[], recordCount: number, header: FileHeader, profile: BankProfile): string {
	const recordType = group[0] ? kinds[group[0].kind].recordType : "";
	const segments = group.map((payment) => segmentOf(payment, header, profile)).join("");
	return (headOf(recordType, recordCount, header) + segments).padEnd(recordSize);
}

function segmentOf(payment: Payment, { originatorId }: FileHeader, { unusedDigits }: BankProfile): string {
	const unused = (field: keyof typeof segmentLayout) => unusedDigits.repeat(segmentLayout[field].size);
	const text = (field: "name" | "originatorShortName" | "originatorLongName" | "sundry") =>
		fitText(payment[field], segmentLayout[field].size);
	return pack(segmentLayout, {
		transactionCode: payment.transactionCode,
		amountCents: payment.amountCents,
		valueDate: toOrdinalDate(payment.valueDate),
		institution: routingNumber(payment.account),
		accountNumber: payment.account.accountNumber,
		itemTrace: unused("itemTrace"),
		storedTransactionCode: unused("storedTransactionCode"),
		originatorShortName: text("originatorShortName"),
		name: text("name"),
		originatorLongName: text("originatorLongName"),
		userId: originatorId,
		crossReference: payment.crossReference,
		returnInstitution: routingNumber(payment.returnAccount),
		returnAccountNumber: payment.returnAccount.accountNumber,
		sundry: text("sundry"),
		storedItemTrace: "",
		settlementCode: "",
		invalidElements: unused("invalidElements"),
	});
}

/** Cheques have the branch first. */
function routingNumber({ institutionNumber, transitNumber }: BankAccount): string {
	return `0${institutionNumber}${transitNumber}`;
}

function trailerOf(payments: readonly Payment[]): string {
	const totals = totalsOf(payments);
	const values: Partial<Record<keyof typeof trailerLayout, number | string>> = { filler: "" };
	for (const name of totalNames) {
		values[`${name}Cents`] = totals[name].cents;
		values[`${name}Count`] = totals[name].count;
	}
	return pack(trailerLayout, values as Required<typeof values>);
}
