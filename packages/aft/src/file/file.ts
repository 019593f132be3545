import type { BankAccount } from "../account.ts";

export type Currency = "CAD" | "USD";

export interface FileHeader {
	/** 10 capitals and digits, assigned by the bank. */
	originatorId: string;
	/** 1 to 9999, incremented per file (`nextFileCreationNumber`): a bank rejects a number that it has seen recently. */
	fileCreationNumber: number;
	/** `YYYY-MM-DD`. */
	creationDate: string;
	/** 5 digits: the bank's data centre that receives the file. */
	dataCentre: string;
	currency: Currency;
}

/** A credit to an account or a debit from it. */
export interface Payment {
	kind: "credit" | "debit";
	/** A code of Standard 007, `200` to `749`: `200` payroll, `450` miscellaneous payments. */
	transactionCode: string;
	/** 1 to 9,999,999,999. */
	amountCents: number;
	/** `YYYY-MM-DD`: when a credit must arrive, or a debit is due. */
	valueDate: string;
	/** The account of the payee or payor. */
	account: BankAccount;
	/** The name of the payee or payor, 30 characters. */
	name: string;
	/** Shown on the statement of the payee or payor, 15 characters. */
	originatorShortName: string;
	/** 30 characters. */
	originatorLongName: string;
	/** Up to 19 capitals, digits and dashes; unique, as it identifies a returned item. */
	crossReference: string;
	/** The account that receives returned funds. */
	returnAccount: BankAccount;
	/** For the originator's use, 15 characters; may be empty. */
	sundry: string;
}

export interface AftFile {
	header: FileHeader;
	/** In the file's order. */
	payments: readonly Payment[];
}

/** The kinds of items in a received file. A correction reverses a credit or debit that a bank received in error. */
export type ItemKind =
	| Payment["kind"]
	| "credit correction"
	| "debit correction"
	| "returned credit"
	| "returned debit";

/**
 * One segment of a received file. A returned item has the return code (900 to 990) as its transaction code, and the code of
 * the payment as `storedTransactionCode`. `crossReference` identifies the payment; amount, date and accounts are as sent.
 */
export interface Item extends Omit<Payment, "kind" | "returnAccount"> {
	kind: ItemKind;
	/** May be missing in returned items. */
	returnAccount: BankAccount | undefined;
	/** Line of the file, from 1. */
	line: number;
	/** The sender according to the direct clearer: the originator's id in files of originators. */
	userId: string;
	/** 22 digits, assigned by a bank. */
	itemTrace: string | undefined;
	storedTransactionCode: string | undefined;
	storedItemTrace: string | undefined;
	settlementCode: string | undefined;
	/** The numbers of the rejected data elements, as the bank wrote them. */
	invalidElements: string | undefined;
}

/** A file that was read completely and is valid. */
export interface ReceivedFile {
	/** The line before the file that some banks require. */
	routingLine: string | undefined;
	header: FileHeader;
	items: Item[];
	totals: Totals;
}

export interface Total {
	cents: number;
	count: number;
}

/** The totals of the trailer. A returned debit counts as a debit, a returned credit as a credit. */
export type TotalName = "debits" | "credits" | "creditCorrections" | "debitCorrections";

export type Totals = Record<TotalName, Total>;

export const maximumFileCreationNumber = 9999;

/** Returns the number of the next file: 9999 is followed by 1. */
export function nextFileCreationNumber(fileCreationNumber: number): number {
	return (fileCreationNumber % maximumFileCreationNumber) + 1;
}

/** The record type and the total of each kind (Standard 005, logical records A to Z). */
export const kinds: Record<ItemKind, { recordType: string; total: TotalName }> = {
	credit: { recordType: "C", total: "credits" },
	debit: { recordType: "D", total: "debits" },
	"credit correction": { recordType: "E", total: "creditCorrections" },
	"debit correction": { recordType: "F", total: "debitCorrections" },
	"returned credit": { recordType: "I", total: "credits" },
	"returned debit": { recordType: "J", total: "debits" },
};
