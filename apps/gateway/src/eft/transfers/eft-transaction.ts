import { provinceInRecord } from "../../customers/province.ts";
import type { Customer } from "../../customers/tables.ts";
import type { Direction } from "../rails/rail.ts";

/**
 * The kinds of transactions: a payment request to a customer, a send to a customer's bank account, a deposit in the merchant's
 * own, and the payment of another merchant's request.
 */
export const eftKinds = ["request", "send", "deposit", "payment"] as const;

export type EftKind = (typeof eftKinds)[number];

/** The direction of funds as the wallet sees it: in (credit) or out (debit), rule S-25. */
export const eftTypes = ["EFT_CREDIT", "EFT_DEBIT"] as const;

export type EftType = (typeof eftTypes)[number];

export const eftResults = ["PENDING", "APPROVED", "DECLINED"] as const;

export type EftResult = (typeof eftResults)[number];

/** The states of a payment that needs a second person. */
export const approvals = ["WAITING", "APPROVED", "REJECTED", "EXPIRED"] as const;

export type Approval = (typeof approvals)[number];

export function eftTypeOf(kind: EftKind): EftType {
	return kind === "request" ? "EFT_CREDIT" : "EFT_DEBIT";
}

/** Returns the direction as the bank account at the other end sees it: the reverse. */
export function directionOf(type: EftType): Direction {
	return type === "EFT_DEBIT" ? "credit" : "debit";
}

/** Returns a transaction's copy of the customer's current data. */
export function customerColumns(customer: Customer) {
	const { lookup_id, email, first_name, last_name, country } = customer;
	return { customer_lookup_id: lookup_id, email, first_name, last_name, province: provinceInRecord(customer), country };
}
