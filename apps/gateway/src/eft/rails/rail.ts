/** The direction as the bank account sees it: in (credit) or out (debit). */
export type Direction = "credit" | "debit";

export type RailName = "demo" | "aft";

export interface Payment {
	/** The transaction_id, 20 characters. */
	reference: string;
	/** The vault binds the bank account to this merchant. */
	merchantId: number;
	direction: Direction;
	/** Whole cents of CAD. */
	cents: number;
	bankAccountId: string;
	partyName: string;
	/** Three digits (Standard 007). */
	transactionCode: string;
}

/** A settled payment may still be returned weeks later. */
export type RailOutcome =
	| { reference: string; result: "settled" }
	/** `code` is the bank's reason, three digits (Standard 007). */
	| { reference: string; result: "returned"; code: string };

export interface Rail {
	readonly name: RailName;
	/** Leaves known references unchanged. When the promise rejects, a payment may have been taken: submit it again. */
	submit(payments: Payment[]): Promise<void>;
	/** Business time in ms since 1970; in the past when an outcome is due. */
	nextOutcomeAt(): Promise<number | undefined>;
	/** Returns unacknowledged outcomes, oldest first, until they are acknowledged. */
	listOutcomes(limit: number): Promise<RailOutcome[]>;
	acknowledge(outcomes: RailOutcome[]): Promise<void>;
}
