import type { Books } from "./books.ts";

const day = 24 * 60 * 60 * 1000;
export interface SettlementRecord {
	merchant_id: number;
	currency: string;
	transactions_date: string;
	settlement_net_amount: number;
	settlement_state: string;
	settlement_date: string;
	[other: string]: number | string;
}

const pacific = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Los_Angeles" });

const dateOf = (time: number) => pacific.format(time);

/** Settlements are of whole days in Pacific time: https://dev.na.bambora.com/docs/guides/settlement_report */
export function openSettlements(books: Books, { now, merchantId }: { now: () => number; merchantId: string }) {
	const records: SettlementRecord[] = [];

	return {
		/** Moves transactions to a past day of their own, as if they had been made then, and settles that day. */
		settle(references: readonly string[], changes: Partial<SettlementRecord> = {}): SettlementRecord {
			const midday = (Math.floor(now() / day) + 20 / 24) * day;
			const at = midday - (12 - records.length) * day;
			const settled = books
				.all()
				.filter(({ orderNumber, isApproved }) => references.includes(orderNumber) && isApproved);
			for (const transaction of settled) transaction.at = at;
			const sumOf = (...types: string[]) =>
				settled.filter(({ type }) => types.includes(type)).reduce((sum, { amountCents }) => sum + amountCents, 0);
			const [sales, returns, fees] = [sumOf("P", "PAC"), sumOf("R"), 30 * settled.length];
			const record: SettlementRecord = {
				merchant_id: Number(merchantId),
				currency: "CAD",
				transactions_date: dateOf(at),
				settlement_net_amount: (sales - returns - fees - 100) / 100,
				settlement_state: "Approved",
				settlement_date: dateOf(at + 2 * day),
				approved_transaction_count: settled.length,
				declined_transaction_count: 0,
				sale_amount_total: sales / 100,
				returned_amount_total: returns / 100,
				chargebacks_count: 0,
				chargebacks_amount_total: 0,
				card_transaction_approved_rate: 0.3,
				card_transaction_declined_rate: 0,
				card_discount_rate: 0,
				gst_tax_rate: 0,
				approved_transaction_fee_total: fees / 100,
				declined_transaction_fee_total: 0,
				discount_rate_fee_total: 0,
				chargeback_fee_total: 0,
				gst_tax_fee_total: 0,
				reserves_held: 1,
				reserves_released: 0,
				reserves_forward: 0,
				...changes,
			};
			records.push(record);
			return record;
		},

		/** Returns `undefined` for dates that Bambora refuses. */
		report(query: URLSearchParams): Response | undefined {
			const [start, end] = [query.get("start_date") ?? "", query.get("end_date") ?? ""];
			const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
			if ([...query.keys()].length !== 2 || !isDate(start) || !isDate(end) || start > end || end >= dateOf(now()))
				return;
			if (Date.parse(end) - Date.parse(start) > 89 * day) return;
			const found = records.filter(({ transactions_date: date }) => start <= date && date <= end);
			return Response.json({ data: [found] });
		},
	};
}

export type Settlements = ReturnType<typeof openSettlements>;
