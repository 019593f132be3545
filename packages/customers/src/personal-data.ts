import type { RawBuilder } from "kysely";

export interface CustomerKey {
	id: number;
	merchantId: number;
	lookupId: string;
}

type RowsOf = (customer: Pick<CustomerKey, "merchantId" | "lookupId">) => RawBuilder<object>;

/** Lists of the document that exports a customer, by their names there. */
export type PersonalLists = Record<string, { meaning: string; rows: RowsOf }>;

/** The data that a service has about a customer besides its personal columns. */
export interface PersonalData {
	/** Selects rows while the customer cannot be erased, and tells the merchant why. */
	open: { rows: RowsOf; refusal: string }[];
	/** Tables that are erased with a payment. `joined` begins with `from` and ends in a condition. */
	erased: { table: string; payment: "transactions" | "eft_transactions"; joined: RawBuilder<unknown> }[];
}
