import type { Payment } from "./books.ts";

type Cells = Readonly<Record<string, string | number>>;

const settlementColumns = [
	...["Company Account", "Merchant Account", "Psp Reference", "Merchant Reference", "Payment Method", "Creation Date"],
	...["TimeZone", "Type", "Modification Reference", "Gross Currency", "Gross Debit (GC)", "Gross Credit (GC)"],
	...["Exchange Rate", "Net Currency", "Net Debit (NC)", "Net Credit (NC)", "Commission (NC)", "Markup (NC)"],
	...["Scheme Fees (NC)", "Interchange (NC)", "Payment Method Variant", "Modification Merchant Reference"],
	...["Batch Number", "Reserved4"],
];

const accountingColumns = [
	...["Company Account", "Merchant Account", "Psp Reference", "Merchant Reference", "Payment Method", "Booking Date"],
	...[
		"TimeZone",
		"Main Currency",
		"Main Amount",
		"Record Type",
		"Payment Currency",
		"Received (PC)",
		"Authorised (PC)",
	],
	...["Captured (PC)", "Settlement Currency", "User Name", "Modification Merchant Reference", "Reserved8"],
];

/** https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report */
export const settlementReport = (lines: readonly Cells[]) => csvOf(settlementColumns, lines);

/** https://docs.adyen.com/reporting/invoice-reconciliation/payment-accounting-report */
export const accountingReport = (lines: readonly Cells[]) => csvOf(accountingColumns, lines);

function csvOf(columns: readonly string[], lines: readonly Cells[]): string {
	const cell = (value: string | number = "") =>
		/[",\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : `${value}`;
	const rows = [columns, ...lines.map((line) => columns.map((column) => line[column] ?? ""))];
	return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

const decimal = (cents: number) => (cents === 0 ? "" : (Math.abs(cents) / 100).toFixed(2));

export interface SettledLine {
	merchantAccount: string;
	type: string;
	payment?: Pick<Payment, "pspReference" | "reference">;
	modificationReference?: string;
	/** Signed. */
	grossCents: number;
	/** Signed, after fees. */
	netCents: number;
	currency?: string;
	netCurrency?: string;
	fees?: Cells;
	/** ms since 1970. */
	createdAt?: number;
}

const timeText = (at: number) => new Date(at).toISOString().slice(0, 19).replace("T", " ");

/** A line of batch 12. */
export function settledLine({ payment, grossCents, netCents, currency = "CAD", ...line }: SettledLine): Cells {
	return {
		"Company Account": "Shop, Inc.",
		"Merchant Account": line.merchantAccount,
		"Psp Reference": payment?.pspReference ?? "",
		"Merchant Reference": payment?.reference ?? "",
		"Creation Date": line.createdAt === undefined ? "2026-11-23 10:00:00" : timeText(line.createdAt),
		TimeZone: line.createdAt === undefined ? "CET" : "UTC",
		Type: line.type,
		"Gross Currency": currency,
		"Gross Debit (GC)": grossCents < 0 ? decimal(grossCents) : "",
		"Gross Credit (GC)": grossCents > 0 ? decimal(grossCents) : "",
		"Net Currency": line.netCurrency ?? currency,
		"Net Debit (NC)": netCents < 0 ? decimal(netCents) : "",
		"Net Credit (NC)": netCents > 0 ? decimal(netCents) : "",
		"Modification Merchant Reference": line.modificationReference ?? "",
		"Batch Number": 12,
		...line.fees,
	};
}

/** A line about a charge, or about its modification. */
export function bookedLine(
	type: string,
	{
		pspReference,
		reference,
		amountCents,
		currency,
	}: Pick<Payment, "pspReference" | "reference" | "amountCents" | "currency">,
	modificationReference = "",
): Cells {
	return {
		"Psp Reference": pspReference,
		"Merchant Reference": reference,
		"Booking Date": "2026-11-23 10:00:00",
		TimeZone: "CET",
		"Main Currency": currency,
		"Main Amount": (amountCents / 100).toFixed(2),
		"Record Type": type,
		"Modification Merchant Reference": modificationReference,
	};
}
