import type { Outcome } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import { noticeOperation } from "../transaction/transaction.ts";
import { feedOf } from "./feed.ts";
import { closeOpenNotice, keepDiffering, listOpenNotices } from "./processor-events.store.ts";

type Context = Pick<Payments, "database" | "clocks">;

/** A notice is about a processor's answer, or about the reversal of a declined charge. */
type Subject = "answer" | "reversal";

/** Keeps an outcome as a notice that the operator ends. */
export async function keepForOperator(
	{ database, clocks }: Context,
	about: Subject,
	transaction: Transaction,
	{ outcome, problem }: { outcome: Outcome | { result: "not_received" }; problem: string },
): Promise<void> {
	const { transaction_id: reference } = transaction;
	const operation = noticeOperation(transaction.type);
	const notice = { id: `${about} ${reference}`, kind: "outcome", reference, operation, outcome } as const;
	const times = { keptAt: clocks.real.now(), receivedAt: clocks.business.now() };
	await keepDiffering(database, feedOf(transaction), notice, { ...times, problem });
}

export async function closeForOperator(
	{ database, clocks }: Context,
	about: Subject,
	{ merchant_id: merchantId, transaction_id: id }: Transaction,
): Promise<void> {
	const [notice] = await listOpenNotices(database, { merchantId, noticeId: `${about} ${id}`, limit: 1 });
	if (notice !== undefined) await closeOpenNotice(database, notice, clocks.real.now());
}
