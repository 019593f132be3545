import { genericBank, type Item, type Payment, writeAftFile } from "@cardseal/aft";

// The bank at the other end of the files: what it sends back.

/** Where records have their segments (Standard 005), from 0. */
const headSize = 24;
const segmentSize = 240;
const segmentsInRecord = 6;
const storedTypeAt = 62;

const recordTypes: Readonly<Record<string, string>> = { C: "I", D: "J" };

/** An item that the bank returns, and why. */
export interface BankReturn {
	item: Item;
	/** Of Standard 007. */
	code: string;
	/** What the bank gets wrong of it. */
	wrong?: Partial<Payment>;
}

/**
 * A file of returned items, as a bank makes it of a file that it was sent: each is what it was, with the return code in the
 * place of its own, which is stored.
 *
 * @param number the file creation number
 */
export function returnedFile(returns: readonly BankReturn[], number = 1): Uint8Array {
	const payments = returns.map(({ item, wrong }): Payment => {
		if (item.kind !== "credit" && item.kind !== "debit") throw new Error("A bank returns credits and debits alone.");
		const { kind, returnAccount = item.account } = item;
		return { ...item, kind, returnAccount, ...wrong };
	});
	const header = {
		originatorId: "BANK000001",
		fileCreationNumber: number,
		creationDate: payments[0]?.valueDate ?? "2026-11-23",
		dataCentre: "00320",
		currency: "CAD",
	} as const;
	const codes = returns.map(({ code }) => code);
	const lines = new TextDecoder().decode(writeAftFile({ header, payments }, genericBank)).split("\n");
	return new TextEncoder().encode(lines.map((line) => returnedRecord(line, codes)).join("\n"));
}

/** A record of payments as one of returned items; every other record as it is. Takes the codes that it uses. */
function returnedRecord(line: string, codes: string[]): string {
	const recordType = recordTypes[line[0] ?? ""];
	if (recordType === undefined) return line;
	let record = recordType + line.slice(1);
	for (let segment = 0; segment < segmentsInRecord; segment += 1) {
		const start = headSize + segment * segmentSize;
		if (record.slice(start, start + segmentSize).trim() === "") break;
		const own = record.slice(start, start + 3);
		record = overwrite(record, start + storedTypeAt, own);
		record = overwrite(record, start, codes.shift() ?? "");
	}
	return record;
}

function overwrite(text: string, at: number, replacement: string): string {
	return text.slice(0, at) + replacement + text.slice(at + replacement.length);
}
