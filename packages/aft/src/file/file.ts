import type { BankAccount } from "../account.ts";

export type Currency = "CAD" | "USD";

export interface FileHeader {
	/** 10 capitals and digits. */
	originatorId: string;
	/** 1 to 9999: a bank rejects a recent number. */
	fileCreationNumber: number;
	/** `YYYY-MM-DD`. */
	creationDate: string;
	/** 5 digits. */
	dataCentre: string;
	currency: Currency;
}

export interface Payment {
	kind: "credit" | "debit";
	/** Standard 007: `200` payroll, `450` miscellaneous payments. */
	transactionCode: string;
	/** 1 to 9,999,999,999. */
	amountCents: number;
	/** `YYYY-MM-DD`: a credit arrives, or a debit is due. */
	valueDate: string;
	account: BankAccount;
	/** 30 characters. */
	name: string;
	/** 15 characters, for the statement. */
	originatorShortName: string;
	originatorLongName: string;
	/** Up to 19 capitals, digits and dashes; unique. */
	crossReference: string;
	returnAccount: BankAccount;
	/** 15 characters; may be empty. */
	sundry: string;
}

export interface AftFile {
	header: FileHeader;
	payments: readonly Payment[];
}

export type ItemKind =
	| Payment["kind"]
	| "credit correction"
	| "debit correction"
	| "returned credit"
	| "returned debit";

/** Returned items have the return code (900 to 990) as transaction code. */
export interface Item extends Omit<Payment, "kind" | "returnAccount"> {
	kind: ItemKind;
	returnAccount: BankAccount | undefined;
	line: number;
	/** The originator's id, in originators' files. */
	userId: string;
	/** 22 digits. */
	itemTrace: string | undefined;
	storedTransactionCode: string | undefined;
	storedItemTrace: string | undefined;
	settlementCode: string | undefined;
	invalidElements: string | undefined;
}

export interface ReceivedFile {
	/** Required by some banks. */
	routingLine: string | undefined;
	header: FileHeader;
	items: Item[];
	totals: Totals;
}

export interface Total {
	cents: number;
	count: number;
}

export type TotalName = "debits" | "credits" | "creditCorrections" | "debitCorrections";

export type Totals = Record<TotalName, Total>;

export const maximumFileCreationNumber = 9999;

/** Numbers restart after 9999: half of them are later. 0: none. */
export function isLaterFileCreationNumber(one: number, other: number): boolean {
	const distance = (one - other + maximumFileCreationNumber) % maximumFileCreationNumber;
	return one > 0 && (other === 0 || (distance > 0 && distance < maximumFileCreationNumber / 2));
}

export function nextFileCreationNumber(fileCreationNumber: number): number {
	return (fileCreationNumber % maximumFileCreationNumber) + 1;
}

/** Standard 005, logical records A to Z. */
export const kinds: Record<ItemKind, { recordType: string; total: TotalName }> = {
	credit: { recordType: "C", total: "credits" },
	debit: { recordType: "D", total: "debits" },
	"credit correction": { recordType: "E", total: "creditCorrections" },
	"debit correction": { recordType: "F", total: "debitCorrections" },
	"returned credit": { recordType: "I", total: "credits" },
	"returned debit": { recordType: "J", total: "debits" },
};
