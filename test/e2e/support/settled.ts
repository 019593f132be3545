import type { Schemas } from "../../../apps/dashboard/src/api/records.ts";

const day = 86_400_000;

/** A dispute of a charge, as the gateway shows it. */
export function disputeOf(
	transactionId: string,
	changes: Partial<Schemas["DisputeRecord"]> = {},
): Schemas["DisputeRecord"] {
	return {
		id: 100001,
		dispute_id: "9fK2mQ7xW1aZ3bC4dE5f",
		transaction_id: transactionId,
		status: "open",
		amount: 999_999.99,
		currency: "CAD",
		reason_code: "10.4",
		reason: "fraud",
		evidence_due_at: Date.now() + 9 * day,
		opened_at: Date.now() - day,
		status_at: Date.now() - day,
		processor: "demo",
		processor_dispute_id: `dp_${transactionId}`,
		answer: null,
		...changes,
	};
}

/** A settlement with one charge, as the gateway shows it. */
export function settlementOf(transactionId: string): Schemas["Settlement"] {
	const item = { kind: "payment", transaction_id: transactionId, amount: 999_999.99, fee_amount: 29_000.3 } as const;
	return {
		id: 100001,
		settlement_id: "8fK2mQ7xW1aZ3bC4dE5f",
		processor: "demo",
		processor_settlement_id: `st_${transactionId}`,
		currency: "CAD",
		amount: 999_999.99,
		fee_amount: 29_000.3,
		net_amount: 970_999.69,
		item_count: 1_204,
		paid_at: Date.now() - day,
		items: [{ ...item, item_id: transactionId, time: Date.now() - 2 * day }],
	};
}
