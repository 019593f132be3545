/** The bank account's view: in (credit), out (debit). */
export type Direction = "credit" | "debit";

export type RailName = "demo" | "aft";

export interface Payment {
	/** The transaction_id, 20 characters. */
	reference: string;
	/** The vault binds the account to it. */
	merchantId: number;
	direction: Direction;
	cents: number;
	bankAccountId: string;
	partyName: string;
	/** Three digits (Standard 007). */
	transactionCode: string;
}

/** A settled payment may still be returned. */
export type RailOutcome =
	| { reference: string; result: "settled" }
	/** `code` is three digits (Standard 007). */
	| { reference: string; result: "returned"; code: string };

export interface Rail {
	readonly name: RailName;
	/** When the promise rejects, submit the payments again. */
	submit(payments: Payment[]): Promise<void>;
	/** Business time in ms since 1970; perhaps past. */
	nextOutcomeAt(): Promise<number | undefined>;
	/** Returns unacknowledged outcomes, oldest first. */
	listOutcomes(limit: number): Promise<RailOutcome[]>;
	acknowledge(outcomes: RailOutcome[]): Promise<void>;
}
