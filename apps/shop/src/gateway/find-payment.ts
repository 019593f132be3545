import { CardsealError, type Client } from "@cardseal/client";
import { z } from "zod";
import { toDollars } from "../money.ts";
import type { Attempt, Outcome } from "../orders/order.ts";
import { isRecordOf, outcomeOf, paymentRecord } from "./payment-record.ts";

/** What the gateway's books say about an attempt. */
export type Finding =
	| Exclude<Outcome, { kind: "not_charged" }>
	/** The books were read to the end and hold nothing of it. */
	| { kind: "absent" }
	/** The books could not be read; `why` is for the log. */
	| { kind: "unreadable"; why: string };

/** Pages of 100 records; more payments than this of one amount from one payer in two days are not an ordinary shop. */
const maximumPages = 10;
const dayMs = 86_400_000;

const page = z.object({
	entities: z.array(z.looseObject({ invoice_id: z.string().nullish() })),
	paging: z.object({ cursors: z.object({ after: z.string() }) }),
});

/** Asks the gateway what became of an attempt: by its transaction id, or without one by its invoice id. Never charges. */
export async function findPayment(
	client: Client,
	attempt: Attempt,
	amountCents: number,
	transactionId: string | null,
): Promise<Finding> {
	try {
		return transactionId === null
			? await findByInvoice(client, attempt, amountCents)
			: await findById(client, attempt, amountCents, transactionId);
	} catch (error) {
		if (error instanceof CardsealError) return { kind: "unreadable", why: error.code };
		throw error;
	}
}

async function findById(client: Client, attempt: Attempt, amountCents: number, id: string): Promise<Finding> {
	const path = { transaction_id: id };
	const record = await client.get("/transaction-service/transaction/{transaction_id}", { path });
	return readFinding(record, attempt, amountCents);
}

/** The list has no filter for invoice ids, so it is narrowed by payer, amount and day, and read page by page. */
async function findByInvoice(client: Client, attempt: Attempt, amountCents: number): Promise<Finding> {
	let after: string | undefined;
	for (let pages = 0; pages < maximumPages; pages++) {
		const query = { ...narrowedTo(attempt, amountCents), ...(after === undefined ? {} : { after }) };
		const read = page.safeParse(await client.get("/transaction-service/transaction", { query }));
		if (!read.success) return { kind: "unreadable", why: "not a list of payments" };
		const record = read.data.entities.find((candidate) => candidate.invoice_id === attempt.id);
		if (record !== undefined) return readFinding(record, attempt, amountCents);
		after = read.data.paging.cursors.after;
		if (after === "") return { kind: "absent" };
	}
	return { kind: "unreadable", why: "too many payments alike" };
}

function readFinding(entity: unknown, attempt: Attempt, amountCents: number): Finding {
	const record = paymentRecord.safeParse(entity);
	const believable = record.success && isRecordOf(record.data, { attemptId: attempt.id, amountCents });
	return believable ? outcomeOf(record.data) : { kind: "unreadable", why: "not a record of this payment" };
}

function narrowedTo(attempt: Attempt, amountCents: number) {
	return {
		limit: 100,
		email_address: attempt.email,
		min_amount: toDollars(amountCents),
		max_amount: toDollars(amountCents),
		// A day early: the gateway counts days in the merchant's time zone.
		from_date: new Date(attempt.startedAt - dayMs).toISOString().slice(0, 10),
	};
}
