import type { ProcessorEvent, SettlementItem } from "@cardseal/vault";
import type { AdyenApi } from "./api.ts";
import type { Item } from "./item.ts";
import { centsOf, type Row, rowsOf, timeOf } from "./report.ts";

const settlementReport = /^settlement_detail_report_batch_(\d+)[\w-]*\.csv$/;

export const isSettlementReport = (fileName: string) => settlementReport.test(fileName);

const hourMs = 60 * 60 * 1000;

/**
 * The event's address is not signed, but the file's name is, so the report is read from Adyen's own host.
 * https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report
 *
 * @throws Error within an hour when the report cannot be read, so that Adyen sends the event again
 */
export async function settlementEventsOf(
	{ pspReference: fileName, eventDate }: Item,
	api: AdyenApi,
): Promise<ProcessorEvent[]> {
	if (!api.hasReports) return [];
	try {
		const report = await api.readReport(fileName);
		if (report === undefined) throw new Error("Adyen announced a report that is not there.");
		const rows = rowsOf(report, columns).filter((row) => row["Merchant Account"] === api.merchantAccount);
		return [...Map.groupBy(rows, (row) => row["Net Currency"])].flatMap(([currency, ofCurrency]) =>
			processorEventOf(currency, ofCurrency),
		);
	} catch (error) {
		// Adyen sends nothing else meanwhile, not even outcomes.
		if (Date.now() - Date.parse(eventDate) > hourMs) return [unreadSettlement(fileName)];
		throw error;
	}
}

/** Without items it is not applied, and the operator sees it. */
function unreadSettlement(fileName: string): ProcessorEvent {
	const common = { id: `settlement-${fileName}`, settlementId: fileName, paidAt: Date.now() };
	return { kind: "settlement", ...common, currency: "XXX", netCents: 0, items: [] };
}

const columns = [
	"Merchant Account",
	"Psp Reference",
	"Merchant Reference",
	"Creation Date",
	"TimeZone",
	"Type",
	"Modification Merchant Reference",
	"Gross Currency",
	"Gross Debit (GC)",
	"Gross Credit (GC)",
	"Net Currency",
	"Net Debit (NC)",
	"Net Credit (NC)",
	"Commission (NC)",
	"Markup (NC)",
	"Scheme Fees (NC)",
	"Interchange (NC)",
	"Batch Number",
] as const;

type Column = (typeof columns)[number];

/** The batch's payout, not one of its items. */
const payoutType = "MerchantPayout";

function processorEventOf(currency: string, rows: Row<Column>[]): ProcessorEvent[] {
	const items = rows.flatMap((row, index) => (row.Type === payoutType ? [] : itemsOf(row, index)));
	if (currency === "" || items.length === 0) return [];
	const payouts = rows.filter(({ Type: type }) => type === payoutType);
	const sum = items.reduce((total, { amountCents, feeCents }) => total + amountCents - feeCents, 0);
	const paid = payouts.reduce((total, row) => total - netOf(row), 0);
	const settlementId = `${rows[0]?.["Batch Number"]}-${currency}`;
	return [
		{
			id: `settlement-${settlementId}`,
			kind: "settlement",
			settlementId,
			currency,
			// A payout other than the sum is for the operator to see.
			netCents: payouts.length > 0 ? paid : sum,
			paidAt: Math.max(...(payouts.length > 0 ? payouts : rows).map(createdAt)),
			items,
		},
	];
}

/** https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report#journal-types */
const kindOf: Readonly<Record<string, SettlementItem["kind"]>> = {
	Settled: "payment",
	SettledInInstallments: "payment",
	Refunded: "refund",
	Chargeback: "dispute",
	SecondChargeback: "dispute",
	ChargebackReversed: "dispute_reversal",
	Fee: "fee",
	MiscCosts: "fee",
	InvoiceDeduction: "fee",
	PaymentCost: "fee",
};

const feeColumns = ["Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)"] as const;

function itemsOf(row: Row<Column>, index: number): SettlementItem[] {
	const kind = kindOf[row.Type] ?? "adjustment";
	const net = netOf(row);
	const isOfTransaction = kind !== "fee" && row["Merchant Reference"] !== "";
	const fee = isOfTransaction ? feeOf(row, net) : 0;
	const modified = kind === "payment" || kind === "refund" ? row["Modification Merchant Reference"] : "";
	const item = {
		id: `${row["Batch Number"]}-${index + 1}`,
		kind,
		reference: isOfTransaction ? modified || row["Merchant Reference"] : null,
		amountCents: net + fee,
		feeCents: Math.max(fee, 0),
		happenedAt: createdAt(row),
	};
	if (fee >= 0) return [item];
	// Fees that come back.
	const returned = { kind: "adjustment", reference: null, amountCents: -fee, feeCents: 0 } as const;
	return [item, { ...item, ...returned, id: `${item.id}-fee` }];
}

/** In a currency of its own, the gross amount is exact; else the fees have more digits than cents. */
function feeOf(row: Row<Column>, net: number): number {
	if (row["Gross Currency"] === row["Net Currency"]) {
		const gross = centsOf(row["Gross Credit (GC)"]) - centsOf(row["Gross Debit (GC)"]);
		// Samples of Adyen have the gross amount of payments among debits.
		return Math.sign(net || gross) * Math.abs(gross) - net;
	}
	return Math.round(feeColumns.reduce((total, name) => total + Number(row[name] || 0) * 100, 0));
}

const netOf = (row: Row<Column>) => centsOf(row["Net Credit (NC)"]) - centsOf(row["Net Debit (NC)"]);

const createdAt = (row: Row<Column>) => timeOf(row["Creation Date"], row.TimeZone);
