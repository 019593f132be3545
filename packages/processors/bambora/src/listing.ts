import type { AccountSecrets, Card, ListedRequest, Period, ProcessorRequest, RequestPage } from "@cardseal/vault";
import { isOfOperation, isRelease, outcomeOf, type Row, readRows } from "./answers.ts";
import type { Connection } from "./http.ts";
import { paymentBy } from "./inquiries.ts";
import { rowsPerPage, searchCall } from "./requests.ts";

/** Lists a page of the report. Its cursor is a number of a row. */
export async function listRequests(
	bambora: Connection,
	{ from, to }: Period,
	cursor: string | undefined,
): Promise<RequestPage> {
	const firstRow = Number(cursor ?? 1);
	const rows = readRows(await bambora.send(searchCall({ from, to, firstRow })));
	const requests: ListedRequest[] = [];
	for (const row of rows) {
		const operation = operationOf(row);
		if (operation !== undefined && row.orderNumber !== undefined) {
			const original = isCharge(operation) ? undefined : await findOriginal(bambora, row);
			const amountCents = isRelease(row) ? (original?.amountCents ?? 0) : row.amountCents;
			const about = { operation, amountCents, originalReference: original?.orderNumber ?? null };
			requests.push(listedOf({ ...row, orderNumber: row.orderNumber }, about, bambora.account));
		}
	}
	return { requests, cursor: rows.length < rowsPerPage ? undefined : String(firstRow + rows.length) };
}

const operations = ["sale", "capture", "refund", "void"] as const;

function operationOf(row: Row): ProcessorRequest["operation"] | undefined {
	if (row.type === "PA") return row.amountCents === 0 ? "verification" : "authorization";
	return operations.find((operation) => isOfOperation(row, operation));
}

function isCharge(operation: ProcessorRequest["operation"]): boolean {
	return operation === "sale" || operation === "authorization" || operation === "verification";
}

/** Searches for the payment that a row adjusts, and compares it with that payment's own list. */
async function findOriginal(bambora: Connection, { id }: Row): Promise<Row | undefined> {
	const search = searchCall({ criterion: { field: "adjustedBy", value: id } });
	for (const candidate of readRows(await bambora.send(search))) {
		const { adjustments } = await paymentBy(bambora, candidate.id);
		if (adjustments.some((adjustment) => adjustment.id === id)) return candidate;
	}
	return undefined;
}

function listedOf(
	row: Row & { orderNumber: string },
	{ operation, amountCents, originalReference }: Pick<ListedRequest, "operation" | "amountCents" | "originalReference">,
	{ currency: accountCurrency = "" }: AccountSecrets,
): ListedRequest {
	const { id, orderNumber: reference, happenedAt, invoiceId, currency = accountCurrency } = row;
	const outcome =
		outcomeOf(row, { operation, currency }) ?? ({ result: "accepted", processorTransactionId: id } as const);
	const listed = { reference, operation, amountCents, currency, happenedAt, outcome, originalReference };
	return isCharge(operation) ? { ...listed, invoiceId, ...cardOf(row) } : listed;
}

const brands: Readonly<Record<string, Card["brand"]>> = {
	AM: "Amex",
	DI: "Diners",
	JB: "JCB",
	MC: "Mastercard",
	MD: "Mastercard",
	NN: "Discover",
	PV: "Visa",
	VI: "Visa",
};

function cardOf({ card }: Row): Pick<ListedRequest, "card"> {
	const brand = brands[card.type];
	const [, suffix] = /(\d{4})$/.exec(card.masked) ?? [];
	const [, expiryMonth, expiryYear] = /^(\d\d)(\d\d)$/.exec(card.expiry) ?? [];
	if (brand === undefined || suffix === undefined || expiryMonth === undefined || expiryYear === undefined) return {};
	return { card: { brand, suffix, expiryMonth, expiryYear } };
}
