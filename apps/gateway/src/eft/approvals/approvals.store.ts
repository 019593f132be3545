import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { EftTransaction } from "../tables.ts";
import type { Approval } from "../transfers/eft-transaction.ts";

export async function insertApproval(
	transaction: Database,
	approval: Insertable<GatewayTables["eft_approvals"]>,
): Promise<void> {
	await transaction.insertInto("eft_approvals").values(approval).execute();
}

/** A payment with its approval. */
export interface ApprovablePayment {
	payment: EftTransaction;
	askedBy: number | null;
	fingerprint: Buffer;
	/** Business time. */
	expiresAt: number;
}

/** Reads a merchant's payment that needs or needed a second person, and locks it until the transaction ends. */
export async function lockApprovable(
	transaction: Database,
	{ merchantId, transactionId }: { merchantId: number; transactionId: string },
): Promise<ApprovablePayment | undefined> {
	const payment = await transaction
		.selectFrom("eft_transactions")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("transaction_id", "=", transactionId)
		.where("approval", "is not", null)
		.forUpdate()
		.executeTakeFirst();
	if (payment === undefined) return undefined;
	const approval = await transaction
		.selectFrom("eft_approvals")
		.select(["asked_by", "payee_fingerprint", "expires_at"])
		.where("transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	const { asked_by: askedBy, payee_fingerprint: fingerprint, expires_at: expiresAt } = approval;
	return { payment, askedBy, fingerprint, expiresAt };
}

/** @param decision.by the staff member; `null` for an expiry */
export async function saveDecision(
	transaction: Database,
	transactionId: string,
	{ by, now }: { by: number | null; now: number },
): Promise<void> {
	await transaction
		.updateTable("eft_approvals")
		.set({ decided_by: by, decided_at: now })
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** Records the end of a payment that was never sent, and takes it from its rail. */
export async function endPayment(
	transaction: Database,
	transactionId: string,
	{ approval, message }: { approval: Approval; message: string },
): Promise<EftTransaction> {
	return transaction
		.updateTable("eft_transactions")
		.set({ approval, message, result: "DECLINED", rail: null, party_name: null, bank_account_id: null })
		.where("transaction_id", "=", transactionId)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** A payment that waits, as the staff see it. */
export interface ListedApproval {
	payment: EftTransaction;
	askedBy: { userId: number; name: string } | null;
	clientId: string | null;
	/** Business time. */
	expiresAt: number;
}

/** Lists a merchant's payments that wait, those that expire first. `now` is business time. */
export async function listWaiting(
	database: Database,
	{ merchantId, now, limit }: { merchantId: number; now: number; limit: number },
): Promise<ListedApproval[]> {
	const rows = await database
		.selectFrom("eft_approvals as approval")
		.innerJoin("eft_transactions as payment", "payment.transaction_id", "approval.transaction_id")
		.leftJoin("staff", "staff.id", "approval.asked_by")
		.selectAll("payment")
		.select(["staff.name as asker", "approval.asked_by", "approval.client_id", "approval.expires_at"])
		.where("approval.merchant_id", "=", merchantId)
		.where("approval.decided_at", "is", null)
		.where("approval.expires_at", ">", now)
		.orderBy("approval.expires_at")
		.orderBy("payment.id")
		.limit(limit)
		.execute();
	return rows.map(({ asker, asked_by, client_id, expires_at, ...payment }) => ({
		payment,
		askedBy: asked_by === null || asker === null ? null : { userId: asked_by, name: asker },
		clientId: client_id,
		expiresAt: expires_at,
	}));
}

/** Finds the next expiry of a payment that waits, ms since 1970. */
export async function findNextApprovalExpiry(database: Database): Promise<number | undefined> {
	const row = await database
		.selectFrom("eft_approvals")
		.select("expires_at")
		.where("decided_at", "is", null)
		.orderBy("expires_at")
		.limit(1)
		.executeTakeFirst();
	return row?.expires_at;
}

/** Finds payments whose approval has expired. `now` is business time. */
export function findExpired(
	database: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<{ transactionId: string; merchantId: number }[]> {
	return database
		.selectFrom("eft_approvals")
		.select(["transaction_id as transactionId", "merchant_id as merchantId"])
		.where("decided_at", "is", null)
		.where("expires_at", "<=", now)
		.orderBy("expires_at")
		.limit(limit)
		.execute();
}
