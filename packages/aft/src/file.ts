import type { BankAccount } from "./account.ts";

export type Currency = "CAD" | "USD";

export interface FileHeader {
	/** 10 capitals and digits; the bank gives it to whoever sends files. */
	originatorId: string;
	/** 1 to 9999, one more for each file (`nextFileCreationNumber`): a bank refuses one that it has seen lately. */
	fileCreationNumber: number;
	/** `YYYY-MM-DD`, the day the file is made. */
	creationDate: string;
	/** 5 digits; the bank's centre that takes the file. */
	dataCentre: string;
	currency: Currency;
}

/** Money to an account (a credit) or from one (a debit). */
export interface Payment {
	kind: "credit" | "debit";
	/** Of Standard 007, `200` to `749`: `200` payroll, `450` miscellaneous payments. */
	transactionCode: string;
	/** 1 to 9,999,999,999. */
	amountCents: number;
	/** `YYYY-MM-DD`: when a credit's money is to be there, or a debit is due. */
	valueDate: string;
	/** Whom the money goes to, or whom it is taken from. */
	account: BankAccount;
	/** The payee's or payor's, 30 characters. */
	name: string;
	/** What the payee or payor reads on a statement, 15 characters. */
	originatorShortName: string;
	/** 30 characters. */
	originatorLongName: string;
	/** Up to 19 capitals, digits and dashes, another one for each payment: a returned item is known by it. */
	crossReference: string;
	/** Where a returned item's money goes. */
	returnAccount: BankAccount;
	/** 15 characters for the originator's own use; may be empty. */
	sundry: string;
}

/** What is written to a file. */
export interface AftFile {
	header: FileHeader;
	/** In the file's order. */
	payments: readonly Payment[];
}

/**
 * What is read from a file. Beside what originators write: what banks send back. A correction takes back a credit or debit
 * that the other side's bank has had in error.
 */
export type ItemKind =
	| Payment["kind"]
	| "credit correction"
	| "debit correction"
	| "returned credit"
	| "returned debit";

/**
 * One segment of a file that was read.
 *
 * Of a returned item the transaction code is the return code (900 to 990), and the payment's own one is stored. Which
 * payment it was is told by `crossReference`; amount, date and accounts are those that were sent.
 */
export interface Item extends Omit<Payment, "kind" | "returnAccount"> {
	kind: ItemKind;
	/** Banks may leave it out of what they send back. */
	returnAccount: BankAccount | undefined;
	/** Line of the file, from 1. */
	line: number;
	/** Who the direct clearer says has sent it: the originator's id in files of originators. */
	userId: string;
	/** 22 digits that a bank gives to each item. */
	itemTrace: string | undefined;
	storedTransactionCode: string | undefined;
	storedItemTrace: string | undefined;
	settlementCode: string | undefined;
	/** Numbers of the data elements for which an item was refused, as the bank wrote them. */
	invalidElements: string | undefined;
}

/** A file that was read whole and found right. */
export interface ReceivedFile {
	/** What a bank's transmission wants before the file. */
	routingLine: string | undefined;
	header: FileHeader;
	items: Item[];
	totals: Totals;
}

export interface Total {
	cents: number;
	count: number;
}

/** What the trailer counts apart: a returned debit is among the debits, a returned credit among the credits. */
export type TotalName = "debits" | "credits" | "creditCorrections" | "debitCorrections";

export type Totals = Record<TotalName, Total>;

/** Highest number of a file. */
export const maximumFileCreationNumber = 9999;

/** The number of the file after this one: 9999 is followed by 1. */
export function nextFileCreationNumber(fileCreationNumber: number): number {
	return (fileCreationNumber % maximumFileCreationNumber) + 1;
}

/** Each kind's record type, and the total that it counts in (Standard 005, logical records A to Z). */
export const kinds: Readonly<Record<ItemKind, { recordType: string; total: TotalName }>> = {
	credit: { recordType: "C", total: "credits" },
	debit: { recordType: "D", total: "debits" },
	"credit correction": { recordType: "E", total: "creditCorrections" },
	"debit correction": { recordType: "F", total: "debitCorrections" },
	"returned credit": { recordType: "I", total: "credits" },
	"returned debit": { recordType: "J", total: "debits" },
};
