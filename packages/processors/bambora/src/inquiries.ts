import type { Inquiry, InquiryRequest } from "@cardseal/vault";
import { declined, unknown } from "@cardseal/vault/processors";
import { isOfOperation, isRelease, outcomeOf, type Row, readPayment, readRows, type Transaction } from "./answers.ts";
import type { Connection } from "./http.ts";
import { paymentCall, searchCall } from "./requests.ts";

/** Bambora's ids are numbers. A charge that waits for its payer has the id of a session. */
export const isTransactionId = (id: string) => /^\d{1,12}$/.test(id);

/** After this time, a timeout in Bambora's books is a decline: it approves nothing any more. */
const undecidedMs = 60 * 60 * 1000;

export const withoutReports =
	"Without the reporting API passcode, Bambora finds nothing by our reference. Look in its portal, or add the passcode.";

export async function inquireCharge(bambora: Connection, request: InquiryRequest): Promise<Inquiry> {
	if (request.processorTransactionId !== null) {
		return outcomeById(await paymentBy(bambora, request.processorTransactionId), request, bambora.now);
	}
	if (!bambora.hasReports) return unknown(withoutReports, true);
	return foundOutcome(await rowsOf(bambora, request.reference), request, bambora.now);
}

type Original = NonNullable<InquiryRequest["original"]>;

export async function paymentBy(bambora: Connection, id: string): Promise<Transaction> {
	return readPayment(await bambora.send(paymentCall(id)));
}

/** Returns, voids and completions carry our reference as their order number. */
export async function inquireModification(
	bambora: Connection,
	request: InquiryRequest,
	named: Original,
): Promise<Inquiry> {
	const { now } = bambora;
	const get = (id: string) => paymentBy(bambora, id);
	if (request.processorTransactionId !== null) {
		const transaction = await get(request.processorTransactionId);
		const isNamed = transaction.orderNumber !== named.reference;
		return outcomeById(isNamed ? transaction : { ...transaction, orderNumber: request.reference }, request, now);
	}
	if (bambora.hasReports) {
		const found = foundOutcome(await rowsOf(bambora, request.reference), request, bambora.now);
		if (found.result !== "not_received") return found;
	}
	const originalId = await originalIdOf(bambora, named);
	if (originalId === undefined) return unknown(withoutReports, true);
	const original = await get(originalId);
	const isWanted = (booked: Parameters<typeof isOfOperation>[0]) => isOfOperation(booked, request.operation);
	const adjustments: Transaction[] = [];
	for (const { id } of original.adjustments.filter(isWanted)) adjustments.push(await get(id));
	const candidates = adjustments.filter(isWanted);
	const ours = foundOutcome(candidates, request, now);
	if (ours.result !== "not_received") return ours;
	// Bambora may have kept the original's order number instead of ours.
	const [only, ...others] = candidates.filter(
		(one) => one.orderNumber === original.orderNumber && (isRelease(one) || one.amountCents === request.amountCents),
	);
	if (only === undefined) return { result: "not_received" };
	// A refund may repeat an earlier one of the same amount. There is one completion and one void.
	if (others.length > 0 || request.operation === "refund") {
		return unknown("Bambora has a similar one without our reference. Compare them in its portal.", true);
	}
	return foundOutcome([{ ...only, orderNumber: request.reference }], request, now);
}

/** @throws Error when the id is of another payment */
function outcomeById(transaction: Transaction, request: InquiryRequest, now: number): Inquiry {
	const found = foundOutcome([transaction], request, now);
	if (found.result === "not_received") throw new Error("Bambora answered about another payment.");
	return found;
}

export async function originalIdOf(
	bambora: Connection,
	{ reference, processorTransactionId: id }: Original,
): Promise<string | undefined> {
	if (id !== null && isTransactionId(id)) return id;
	if (!bambora.hasReports) return undefined;
	const rows = await rowsOf(bambora, reference);
	const approved = rows.filter(({ isApproved, type }) => isApproved && /^(?:P|PA|PAC)$/.test(type));
	return approved.length === 1 ? approved[0]?.id : undefined;
}

/** Searches all times, as a clock that is wrong must not hide a charge. The examples of the reference do so as well. */
export async function rowsOf(bambora: Connection, reference: string): Promise<Row[]> {
	const rows = readRows(await bambora.send(searchCall({ criterion: { field: "orderNumber", value: reference } })));
	if (rows.some(({ orderNumber }) => orderNumber !== reference))
		throw new Error("Bambora answered about another payment.");
	return rows;
}

/** Decides by what Bambora has under our reference. */
export function foundOutcome(
	all: Transaction[],
	request: InquiryRequest,
	now: number,
	context: { isAuthenticating?: boolean } = {},
): Inquiry {
	const found = all.filter((transaction) => isOfOperation(transaction, request.operation));
	const ours = found.filter(({ orderNumber }) => orderNumber === request.reference);
	const approved = ours.filter(({ isApproved }) => isApproved);
	if (approved.length > 1) return unknown("Bambora approved this reference more than once.", true);
	const last = approved[0] ?? ours.at(-1);
	if (last === undefined) return { result: "not_received" };
	const outcome = outcomeOf(last, { ...request, ...context });
	if (outcome !== undefined) return outcome;
	if (now - request.requestedAt < undecidedMs) return unknown("Bambora does not know the bank's answer yet.", false);
	const decline = declined("soft", "processing_error", "Bambora has no approval of the bank.");
	return { ...decline, issuerCode: String(last.messageId) };
}
