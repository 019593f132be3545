/** The direction as the bank account sees it: in (credit) or out (debit). */
export type Direction = "credit" | "debit";

export type RailName = "demo" | "aft";

/** A payment between a wallet and a bank account. */
export interface Payment {
	/** The transaction_id, 20 characters. A rail takes each reference once, even if submitted again. */
	reference: string;
	/** The row id of the wallet's merchant. The vault binds the bank account to it. */
	merchantId: number;
	direction: Direction;
	/** Whole cents of CAD. */
	cents: number;
	bankAccountId: string;
	/** The account holder. */
	partyName: string;
	/** The type of payment for banks, three digits (Standard 007). */
	transactionCode: string;
}

/** The outcome of a payment. A settled payment may still be returned weeks later. */
export type RailOutcome =
	| { reference: string; result: "settled" }
	/** `code` is the bank's reason, three digits (Standard 007). */
	| { reference: string; result: "returned"; code: string };

/** A connection to banks: takes payments and reports their outcomes. */
export interface Rail {
	readonly name: RailName;
	/**
	 * Takes payments. A reference that it has already is left unchanged. When the promise rejects, a payment may or may not have
	 * been taken: submit it again.
	 */
	submit(payments: Payment[]): Promise<void>;
	/** Returns the time of the next outcome, business time in ms since 1970; in the past when one is due. */
	nextOutcomeAt(): Promise<number | undefined>;
	/** Returns unacknowledged outcomes, oldest first. At least once: repeats until acknowledged. */
	listOutcomes(limit: number): Promise<RailOutcome[]>;
	/** Acknowledges recorded outcomes, so that they are not listed again. */
	acknowledge(outcomes: RailOutcome[]): Promise<void>;
}
