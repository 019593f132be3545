import { z } from "zod";
import { toDollars } from "../money.ts";
import type { Attempt, Outcome } from "../orders/order.ts";
import { type Connection, send } from "./connection.ts";
import { isRecordOf, outcomeOf, paymentRecord } from "./payment-record.ts";

/** What the gateway's books say about an attempt. */
export type Finding =
	| Exclude<Outcome, { kind: "not_charged" }>
	/** The books were read to the end and hold nothing of it. */
	| { kind: "absent" }
	/** The books could not be read. */
	| { kind: "unreadable" };

/** Pages of 100 records; more payments than this of one amount from one payer in two days are not an ordinary shop. */
const maximumPages = 10;
const dayMs = 86_400_000;

const page = z.object({
	entities: z.array(z.looseObject({ invoice_id: z.string().nullish() })),
	paging: z.object({ cursors: z.object({ after: z.string() }) }),
});

/** Asks the gateway what became of an attempt: by its transaction id, or without one by its invoice id. Never charges. */
export async function findPayment(
	connection: Connection,
	attempt: Attempt,
	amountCents: number,
	transactionId: string | null,
): Promise<Finding> {
	return transactionId === null
		? findByInvoice(connection, attempt, amountCents)
		: findById(connection, attempt, amountCents, transactionId);
}

async function findById(
	connection: Connection,
	attempt: Attempt,
	amountCents: number,
	transactionId: string,
): Promise<Finding> {
	const path = `/transaction-service/transaction/${encodeURIComponent(transactionId)}`;
	const reply = await send(connection, { method: "GET", path });
	if (reply.kind !== "answered" || reply.status !== 200) return { kind: "unreadable" };
	return readFinding(reply.body, attempt, amountCents);
}

/** The list has no filter for invoice ids, so it is narrowed by payer, amount and day, and read page by page. */
async function findByInvoice(connection: Connection, attempt: Attempt, amountCents: number): Promise<Finding> {
	let after = "";
	for (let pages = 0; pages < maximumPages; pages++) {
		const reply = await send(connection, { method: "GET", path: listPath(attempt, amountCents, after) });
		const parsed = page.safeParse(reply.kind === "answered" && reply.status === 200 ? reply.body : undefined);
		if (!parsed.success) return { kind: "unreadable" };
		const entity = parsed.data.entities.find((candidate) => candidate.invoice_id === attempt.id);
		if (entity !== undefined) return readFinding(entity, attempt, amountCents);
		after = parsed.data.paging.cursors.after;
		if (after === "") return { kind: "absent" };
	}
	return { kind: "unreadable" };
}

function readFinding(entity: unknown, attempt: Attempt, amountCents: number): Finding {
	const record = paymentRecord.safeParse(entity);
	const believable = record.success && isRecordOf(record.data, { attemptId: attempt.id, amountCents });
	return believable ? outcomeOf(record.data) : { kind: "unreadable" };
}

function listPath(attempt: Attempt, amountCents: number, after: string): string {
	const amount = String(toDollars(amountCents));
	const query = new URLSearchParams({
		limit: "100",
		email_address: attempt.email,
		min_amount: amount,
		max_amount: amount,
		// A day early: the gateway counts days in the merchant's time zone.
		from_date: new Date(attempt.startedAt - dayMs).toISOString().slice(0, 10),
	});
	if (after !== "") query.set("after", after);
	return `/transaction-service/transaction?${query}`;
}
