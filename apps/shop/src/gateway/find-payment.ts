import { CallError, type Client } from "@cardseal/client";
import { z } from "zod";
import { toDollars } from "../money.ts";
import type { Attempt, Outcome } from "../orders/order.ts";
import { isRecordOf, outcomeOf, paymentRecord } from "./payment-record.ts";

/** What the gateway's books say about an attempt. */
export type Finding =
	| Extract<Outcome, { kind: "paid" | "held" | "declined" | "unknown" }>
	/** The books were read to the end and hold nothing of it. */
	| { kind: "absent" }
	/** The books could not be read; `why` is for the log. */
	| { kind: "unreadable"; why: string };

/** The payment that is asked about. */
export interface SoughtPayment {
	readonly attempt: Attempt;
	readonly amountCents: number;
	readonly hold: boolean;
}

/** Pages of 100 records; more payments than this of one amount from one payer in two days are not an ordinary shop. */
const maximumPages = 10;
const dayMs = 86_400_000;

const page = z.object({
	entities: z.array(z.looseObject({ invoice_id: z.string().nullish(), transaction_type: z.string() })),
	paging: z.object({ cursors: z.object({ after: z.string() }) }),
});

/** Asks the gateway what became of an attempt: by its transaction id, or without one by its invoice id. Never charges. */
export async function findPayment(
	client: Client,
	payment: SoughtPayment,
	transactionId: string | null,
): Promise<Finding> {
	try {
		return transactionId === null
			? await findByInvoice(client, payment)
			: await findById(client, payment, transactionId);
	} catch (error) {
		if (error instanceof CallError) return { kind: "unreadable", why: error.code };
		throw error;
	}
}

async function findById(client: Client, payment: SoughtPayment, id: string): Promise<Finding> {
	const path = { transaction_id: id };
	const record = await client.get("/transaction-service/transaction/{transaction_id}", { path });
	return readFinding(record, payment);
}

/** The list has no filter for invoice ids, so it is narrowed by payer, amount and day, and read page by page. */
async function findByInvoice(client: Client, payment: SoughtPayment): Promise<Finding> {
	let after: string | undefined;
	for (let pages = 0; pages < maximumPages; pages++) {
		const query = { ...narrowedTo(payment), ...(after === undefined ? {} : { after }) };
		const read = page.safeParse(await client.get("/transaction-service/transaction", { query }));
		if (!read.success) return { kind: "unreadable", why: "not a list of payments" };
		const record = read.data.entities.find((candidate) => isFirstOf(payment, candidate));
		if (record !== undefined) return readFinding(record, payment);
		after = read.data.paging.cursors.after;
		if (after === "") return { kind: "absent" };
	}
	return { kind: "unreadable", why: "too many payments alike" };
}

/** What follows a payment has its invoice id, too. */
function isFirstOf({ attempt }: SoughtPayment, record: z.infer<typeof page>["entities"][number]): boolean {
	return record.invoice_id === attempt.id && /^(?:sale|authorization)$/.test(record.transaction_type);
}

function readFinding(entity: unknown, payment: SoughtPayment): Finding {
	const record = paymentRecord.safeParse(entity);
	const believable = record.success && isRecordOf(record.data, { ...payment, attemptId: payment.attempt.id });
	return believable ? outcomeOf(record.data) : { kind: "unreadable", why: "not a record of this payment" };
}

function narrowedTo({ attempt, amountCents }: SoughtPayment) {
	return {
		limit: 100,
		email_address: attempt.email,
		min_amount: toDollars(amountCents),
		max_amount: toDollars(amountCents),
		// A day early: the gateway counts days in the merchant's time zone.
		from_date: new Date(attempt.startedAt - dayMs).toISOString().slice(0, 10),
	};
}
