import type { Outcome } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import { reportedOperation } from "../transaction/transaction.ts";
import { feedOf } from "./feed.ts";
import { closeOpenProcessorEvent, keepDiffering, listOpenProcessorEvents } from "./processor-events.store.ts";

type Context = Pick<Payments, "database" | "clocks">;

/** A processor event is about a processor's answer, or about the reversal of a declined charge. */
type Subject = "answer" | "reversal";

/** Keeps an outcome as a processor event that the operator closes. */
export async function keepForOperator(
	{ database, clocks }: Context,
	about: Subject,
	transaction: Transaction,
	{ outcome, problem }: { outcome: Outcome | { result: "not_received" }; problem: string },
): Promise<void> {
	const { transaction_id: reference } = transaction;
	const operation = reportedOperation(transaction.type);
	const event = { id: `${about} ${reference}`, kind: "outcome", reference, operation, outcome } as const;
	const times = { keptAt: clocks.real.now(), receivedAt: clocks.business.now() };
	await keepDiffering(database, feedOf(transaction), event, { ...times, problem });
}

export async function closeForOperator(
	{ database, clocks }: Context,
	about: Subject,
	{ merchant_id: merchantId, transaction_id: id }: Transaction,
): Promise<void> {
	const [event] = await listOpenProcessorEvents(database, { merchantId, eventId: `${about} ${id}`, limit: 1 });
	if (event !== undefined) await closeOpenProcessorEvent(database, event, clocks.real.now());
}
