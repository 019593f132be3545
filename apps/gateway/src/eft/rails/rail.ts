/** Whether money goes to the bank account (credit) or comes out of it (debit). */
export type Direction = "credit" | "debit";

export type RailName = "demo" | "aft";

/** A payment between the rail and somebody's bank account. */
export interface Payment {
	/** Ours, 20 characters; a rail takes each once, however often it comes. */
	reference: string;
	/** The row id of the merchant whose wallet it is about; the vault binds it to the bank account. */
	merchantId: number;
	direction: Direction;
	/** Whole cents of CAD. */
	cents: number;
	/** The vault's. */
	bankAccountId: string;
	/** Whose account it is. */
	partyName: string;
	/** Three digits: what kind of payment banks are told it is (Standard 007). */
	transactionCode: string;
}

/** What became of a payment. One that settled may be returned after all, weeks later. */
export type Outcome =
	| { reference: string; result: "settled" }
	/** The code is the bank's reason, three digits (Standard 007). */
	| { reference: string; result: "returned"; code: string };

/** What carries payments to banks, and hears from them. */
export interface Rail {
	readonly name: RailName;
	/**
	 * Takes payments; those that it has already stay as they are. A payment is taken when the promise resolves, and may
	 * have been when it rejects: submit it again then.
	 */
	submit(payments: Payment[]): Promise<void>;
	/** When there is an outcome to take next, business time in ms since 1970; in the past when there is one already. */
	nextOutcomeAt(): Promise<number | undefined>;
	/** Outcomes that have come and were not acknowledged, the oldest first: the same again until they are. */
	listOutcomes(limit: number): Promise<Outcome[]>;
	/** Says that they were taken into account, so that they come no more. */
	acknowledge(outcomes: Outcome[]): Promise<void>;
}
