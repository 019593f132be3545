import type { Inquiry, InquiryRequest } from "@cardseal/vault";
import { unknown } from "@cardseal/vault/processors";
import { z } from "zod";
import {
	captureOutcome,
	chargeOutcome,
	noteOf,
	type Payment,
	parse,
	paymentSchema,
	type Refund,
	refundOutcome,
	refundSchema,
	type Validation,
	validationOutcome,
	validationSchema,
	voidOutcome,
} from "./answers.ts";
import type { Connection } from "./connection.ts";

const minute = 60_000;

/** Moneris' largest page. */
const pageSize = 20;

/** The pages that one inquiry may read. */
const maximumPages = 500;

type ResultSchema = z.ZodType<{ merchantId: string }>;

/** Finds out by what Moneris lists and shows. Moves no money. */
export async function lookUp(connection: Connection, request: InquiryRequest): Promise<Inquiry> {
	const { operation } = request;
	if (operation === "capture" || operation === "void") return lookUpChange(connection, request, operation);
	if (operation === "refund") return lookUpRefund(connection, request);
	if (operation === "verification") return lookUpValidation(connection, request);
	return lookUpPayment(connection, request, operation);
}

/** Captures and voids change the payment, and have its id. */
async function lookUpChange(
	connection: Connection,
	request: InquiryRequest,
	operation: "capture" | "void",
): Promise<Inquiry> {
	const id = request.original?.processorTransactionId ?? request.processorTransactionId;
	if (id === null) return unknown("Moneris' id of the payment is missing.", true);
	const payment = await show(connection, `/payments/${encodeURIComponent(id)}`, paymentSchema);
	if (payment === undefined) return { result: "not_received" };
	const outcome = operation === "void" ? voidOutcome(payment, request.reference) : captureOutcome(payment, request);
	return outcome ?? { result: "not_received" };
}

async function lookUpValidation(connection: Connection, request: InquiryRequest): Promise<Inquiry> {
	const isOurs = ({ orderId }: Validation) => orderId === request.reference;
	const validation = await find(connection, "/validations", validationSchema, request, isOurs);
	return validation === undefined ? { result: "not_received" } : validationOutcome(validation);
}

async function lookUpPayment(
	connection: Connection,
	request: InquiryRequest,
	operation: "sale" | "authorization",
): Promise<Inquiry> {
	const { reference, processorTransactionId: id } = request;
	const isOurs = ({ orderId }: Payment) => orderId === reference;
	const shown = id ? await show(connection, `/payments/${encodeURIComponent(id)}`, paymentSchema) : undefined;
	if (shown !== undefined && !isOurs(shown)) throw new Error("Moneris answered about another payment.");
	const payment = shown ?? (await find(connection, "/payments", paymentSchema, request, isOurs));
	return payment === undefined ? { result: "not_received" } : chargeOutcome(payment, operation);
}

async function lookUpRefund(connection: Connection, request: InquiryRequest): Promise<Inquiry> {
	const { reference, original, amountCents, processorTransactionId: id } = request;
	const isOurs = (refund: Refund) => noteOf(refund, "reference") === reference;
	const shown = id ? await show(connection, `/refunds/${encodeURIComponent(id)}`, refundSchema) : undefined;
	if (shown !== undefined && !isOurs(shown)) throw new Error("Moneris answered about another refund.");
	const isLike = (refund: Refund) =>
		noteOf(refund, "reference") === undefined &&
		refund.payment?.paymentId === original?.processorTransactionId &&
		refund.refundAmount.amount === amountCents;
	const likes: Refund[] = [];
	const isOursOrLike = (refund: Refund) => {
		if (isLike(refund)) likes.push(refund);
		return isOurs(refund);
	};
	const refund = shown ?? (await find(connection, "/refunds", refundSchema, request, isOursOrLike));
	if (refund !== undefined) return refundOutcome(refund);
	if (likes.length > 0) return unknown("Moneris has a refund of this amount that names no reference.", true);
	return { result: "not_received" };
}

/** `undefined` when Moneris does not know the id. */
async function show<Schema extends ResultSchema>(connection: Connection, path: string, schema: Schema) {
	const { status, body } = await connection.get(path);
	if (status === 404 && isProblem(body)) return undefined;
	if (status !== 200) throw new Error(`Moneris answered ${status}.`);
	return own(connection, schema, body);
}

/** @throws Error for what is another merchant's */
function own<Schema extends ResultSchema>({ merchantId }: Connection, schema: Schema, body: unknown): z.infer<Schema> {
	const read = parse(schema, body);
	if (read.merchantId !== merchantId) throw new Error("Moneris answered about another merchant.");
	return read;
}

/** Any other 404 may come from a proxy, which knows nothing. */
function isProblem(body: unknown): boolean {
	return z.object({ category: z.literal("INVALID_REQUEST_ERROR") }).safeParse(body).success;
}

interface Window {
	from: number;
	to: number;
}

/** Searches the time of the request: narrowly first, then an hour around it, as clocks may differ by minutes. */
async function find<Schema extends ResultSchema>(
	connection: Connection,
	path: string,
	schema: Schema,
	{ requestedAt }: InquiryRequest,
	isWanted: (one: z.infer<Schema>) => boolean,
): Promise<z.infer<Schema> | undefined> {
	const narrow = (at: number): Window => ({ from: at - 2 * minute, to: at + 8 * minute });
	const wide = (at: number): Window => ({ from: at - 60 * minute, to: at + 60 * minute });
	const budget = { pages: maximumPages };
	let aheadMs = 0;
	for (const windowOf of [narrow, wide]) {
		// A clock at Moneris that is far from ours shifts the times of its lists.
		for (const at of new Set([requestedAt, requestedAt + aheadMs])) {
			for await (const page of pages(connection, path, schema, windowOf(at), budget)) {
				const wanted = page.items.find(isWanted);
				if (wanted !== undefined) return wanted;
				const ahead = (page.serverTime ?? Date.now()) - Date.now();
				aheadMs = Math.abs(ahead) > 5 * minute ? ahead : 0;
			}
		}
	}
	return undefined;
}

const pageSchema = z.object({ data: z.array(z.unknown()), next: z.string().nullish() });

/** Lists what was created in a period of a day at most. */
export async function* pages<Schema extends ResultSchema>(
	connection: Connection,
	path: string,
	schema: Schema,
	{ from, to }: Window,
	budget = { pages: Number.POSITIVE_INFINITY },
): AsyncGenerator<{ items: z.infer<Schema>[]; serverTime: number | undefined }> {
	let cursor: string | null = null;
	do {
		budget.pages -= 1;
		if (budget.pages < 0) throw new Error("Moneris lists too many payments around the time of this request.");
		const query = new URLSearchParams({
			created_from: new Date(from).toISOString(),
			created_to: new Date(to).toISOString(),
			limit: String(pageSize),
			...(cursor !== null && { cursor }),
		});
		const { status, body, serverTime } = await connection.get(`${path}?${query}`);
		if (status !== 200) throw new Error(`Moneris answered ${status}.`);
		const { data, next } = parse(pageSchema, body);
		yield { items: data.map((item) => own(connection, schema, item)), serverTime };
		cursor = next ? new URL(next, "https://moneris.invalid").searchParams.get("cursor") : null;
		if (next && cursor === null) throw new Error("Moneris' list has no cursor.");
	} while (cursor !== null);
}
