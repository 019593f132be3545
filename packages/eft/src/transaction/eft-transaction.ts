import { type Customer, provinceInRecord } from "@cardseal/customers";
import type { Direction } from "../rails/rail.ts";

/** A payment answers another merchant's request. */
export const eftKinds = ["request", "send", "deposit", "payment"] as const;

export type EftKind = (typeof eftKinds)[number];

/** The wallet's view: in (credit), out (debit), rule S-25. */
export const eftTypes = ["EFT_CREDIT", "EFT_DEBIT"] as const;

export type EftType = (typeof eftTypes)[number];

export const eftResults = ["PENDING", "APPROVED", "DECLINED"] as const;

export type EftResult = (typeof eftResults)[number];

export const approvals = ["WAITING", "APPROVED", "REJECTED", "EXPIRED"] as const;

export type Approval = (typeof approvals)[number];

export function eftTypeOf(kind: EftKind): EftType {
	return kind === "request" ? "EFT_CREDIT" : "EFT_DEBIT";
}

/** Returns the bank account's view. */
export function directionOf(type: EftType): Direction {
	return type === "EFT_DEBIT" ? "credit" : "debit";
}

export function customerColumns(customer: Customer) {
	const { lookup_id, email, first_name, last_name, country } = customer;
	return { customer_lookup_id: lookup_id, email, first_name, last_name, province: provinceInRecord(customer), country };
}
