import { notFound } from "@cardseal/platform";
import {
	claimDueRows,
	type Database,
	type Days,
	dayFilters,
	listNewestFirst,
	type PageRequest,
} from "@cardseal/platform/db";
import type { DisputeEvent, DisputeEvidence, DisputeState } from "@cardseal/vault";
import { type Selectable, sql } from "kysely";
import { hasId } from "../has-id.store.ts";
import type { FeedKey } from "../processor-events/feed.ts";
import type { Dispute, DisputeAnswersTable } from "./tables.ts";

/** Returns `undefined` when it is recorded already. */
export function insertDispute(
	transaction: Database,
	{ merchantId, processor, account }: FeedKey,
	event: DisputeEvent,
	disputeId: string,
): Promise<Dispute | undefined> {
	return transaction
		.insertInto("disputes")
		.values({
			dispute_id: disputeId,
			merchant_id: merchantId,
			processor,
			account,
			processor_dispute_id: event.disputeId,
			transaction_id: event.reference,
			state: event.state,
			amount_cents: event.amountCents,
			currency: event.currency,
			reason_code: event.reasonCode,
			evidence_due_at: event.evidenceDueAt,
			created_at: event.happenedAt,
			state_at: event.happenedAt,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returningAll()
		.executeTakeFirst();
}

/** Sums the disputes of these transactions that are not won, in whole cents. */
export async function sumDisputed(
	database: Database,
	merchantId: number,
	transactionIds: readonly string[],
): Promise<number> {
	const { cents } = await database
		.selectFrom("disputes")
		.select(({ fn }) => fn.coalesce(fn.sum<string>("amount_cents"), sql<string>`0`).as("cents"))
		.where("merchant_id", "=", merchantId)
		.where("transaction_id", "in", transactionIds)
		.where("state", "!=", "won")
		.executeTakeFirstOrThrow();
	return Number(cents);
}

export function lockReportedDispute(
	transaction: Database,
	{ merchantId, processor, account }: FeedKey,
	processorDisputeId: string,
): Promise<Dispute> {
	return transaction
		.selectFrom("disputes")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("processor", "=", processor)
		.where("account", "=", account)
		.where("processor_dispute_id", "=", processorDisputeId)
		.forUpdate()
		.executeTakeFirstOrThrow();
}

export function updateDisputeState(
	transaction: Database,
	{ id }: Dispute,
	to: { state: DisputeState; happenedAt: number; evidenceDueAt?: number | null },
): Promise<Dispute> {
	return transaction
		.updateTable("disputes")
		.set({
			state: to.state,
			state_at: to.happenedAt,
			...(to.evidenceDueAt !== undefined && { evidence_due_at: to.evidenceDueAt }),
		})
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
}

type DisputeAnswer = Pick<Selectable<DisputeAnswersTable>, "kind" | "asked_at" | "sent_at" | "refusal">;

export interface AnsweredDispute extends Dispute {
	answer: DisputeAnswer | null;
}

export interface DisputeFilters extends Days {
	merchantId: number;
	states?: DisputeState[] | undefined;
	transactionId?: string | undefined;
}

/** Returns up to `limit + 1` disputes. The filters have no index: disputes are rare. */
export async function listDisputes(
	database: Database,
	filters: DisputeFilters,
	page: PageRequest,
): Promise<AnsweredDispute[]> {
	const { merchantId, states, transactionId } = filters;
	const disputes = await listNewestFirst<Dispute>(database, {
		table: "disputes",
		merchantId,
		scope: sql`merchant_id = ${merchantId}`,
		page,
		filters: [
			...dayFilters(filters),
			...(states === undefined ? [] : [{ keeps: sql`state = any(${states}::text[])` }]),
			...(transactionId === undefined ? [] : [{ keeps: sql`transaction_id = ${transactionId}` }]),
		],
	});
	return withAnswers(database, disputes);
}

export async function readOpenDisputes(
	database: Database,
	merchantId: number,
	limit: number,
): Promise<{ count: number; dueFirst: AnsweredDispute[] }> {
	const rows = await database
		.selectFrom("disputes")
		.selectAll()
		.select(sql<number>`count(*) over ()`.as("count"))
		.where("merchant_id", "=", merchantId)
		.where("state", "=", "open")
		.orderBy(sql`evidence_due_at nulls last`)
		.orderBy("id")
		.limit(limit)
		.execute();
	return { count: rows[0]?.count ?? 0, dueFirst: await withAnswers(database, rows) };
}

/** @throws Problem 404, the same for an unknown, malformed and foreign id */
export async function getDispute(database: Database, merchantId: number, id: string): Promise<AnsweredDispute> {
	const found = await database
		.selectFrom("disputes")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where(hasId("dispute_id", id))
		.execute();
	const [dispute] = await withAnswers(database, found);
	if (dispute === undefined) throw notFound("dispute");
	return dispute;
}

async function withAnswers(database: Database, disputes: Dispute[]): Promise<AnsweredDispute[]> {
	if (disputes.length === 0) return [];
	const ids = disputes.map(({ id }) => id);
	const answers = await database
		.selectFrom("dispute_answers")
		.select(["dispute", "kind", "asked_at", "sent_at", "refusal"])
		.where("dispute", "in", ids)
		.execute();
	const answerOf = new Map(answers.map(({ dispute, ...answer }) => [dispute, answer]));
	return disputes.map((dispute) => ({ ...dispute, answer: answerOf.get(dispute.id) ?? null }));
}

export function readDispute(database: Database, id: number): Promise<Dispute> {
	return database.selectFrom("disputes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function lockDispute(transaction: Database, id: number): Promise<AnsweredDispute> {
	const dispute = await transaction
		.selectFrom("disputes")
		.selectAll()
		.where("id", "=", id)
		.forUpdate()
		.executeTakeFirstOrThrow();
	const [answered] = await withAnswers(transaction, [dispute]);
	return answered ?? { ...dispute, answer: null };
}

/** `now` is business time, the first attempt real time, ms since 1970. */
export async function insertAnswer(
	transaction: Database,
	{ id, merchant_id }: Dispute,
	answer: { evidence: DisputeEvidence | null; askedAt: number; nextAttemptAt: number },
): Promise<void> {
	const { evidence } = answer;
	await transaction
		.insertInto("dispute_answers")
		.values({
			merchant_id,
			dispute: id,
			kind: evidence === null ? "accept" : "evidence",
			evidence: evidence && JSON.stringify(evidence),
			asked_at: answer.askedAt,
			next_attempt_at: answer.nextAttemptAt,
			sent_at: null,
			refusal: null,
		})
		.execute();
}

export interface UnsentAnswer {
	dispute: number;
	evidence: DisputeEvidence | null;
	/** The number of claims, this one included. */
	attempts: number;
}

/** Real times, ms since 1970. */
export function claimAnswers(
	database: Database,
	claim: { now: number; claimedUntil: number; limit: number },
): Promise<UnsentAnswer[]> {
	return claimDueRows<UnsentAnswer>(database, {
		...claim,
		table: "dispute_answers",
		key: ["merchant_id", "dispute"],
		dueAt: "next_attempt_at",
		where: sql`sent_at is null and refusal is null`,
		set: sql`attempts = attempts + 1`,
		returning: sql`dispute_answers.dispute, evidence, attempts`,
	});
}

export async function updateAnswer(
	transaction: Database,
	dispute: number,
	change: { sent_at: number } | { refusal: string } | { next_attempt_at: number },
): Promise<void> {
	await transaction.updateTable("dispute_answers").set(change).where("dispute", "=", dispute).execute();
}
