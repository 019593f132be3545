import { type ApprovalMailEvent, type Merchant, merchantOf, type Rank } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { type MailSender, mailSenderOf } from "@cardseal/platform/mail";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import type { EftTransaction } from "../tables.ts";
import type { Approval } from "../transaction/eft-transaction.ts";

export async function insertApproval(
	transaction: Database,
	approval: Insertable<GatewayTables["eft_approvals"]>,
): Promise<void> {
	await transaction.insertInto("eft_approvals").values(approval).execute();
}

export interface ApprovablePayment {
	payment: EftTransaction;
	askedBy: number | null;
	fingerprint: Buffer;
	expiresAt: number;
}

/** Requires a payment that needs or needed a second person. */
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

/** Ends a payment that was never sent. */
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

export interface Requester {
	/** Null for an API client. */
	member: (Rank & { isRemoved: boolean }) | null;
	/** False for a revoked credential, and a disconnected partner. */
	isClientValid: boolean;
}

export async function readRequester(transaction: Database, transactionId: string): Promise<Requester> {
	const { role, isPrimaryOwner, isRemoved, isClientValid } = await transaction
		.selectFrom("eft_approvals as approval")
		.leftJoin("staff", (join) => join.onRef("staff.id", "=", "approval.asked_by").on("approval.client_id", "is", null))
		.select(["staff.role", "staff.is_primary_owner as isPrimaryOwner"])
		.select(sql<boolean>`staff.removed_at is not null`.as("isRemoved"))
		.select(
			sql<boolean>`
				exists (
					select from client_credentials credential
					where credential.client_id = approval.client_id and credential.revoked_at is null
				) or exists (
					select from oauth_grants oauth_grant join partners partner on partner.id = oauth_grant.partner_id
					where partner.client_id = approval.client_id and partner.removed_at is null
						and oauth_grant.merchant_id = approval.merchant_id
						and oauth_grant.begun_at is not null and oauth_grant.revoked_at is null
				)`.as("isClientValid"),
		)
		.where("approval.transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	const member = role === null || isPrimaryOwner === null ? null : { role, isPrimaryOwner, isRemoved };
	return { member, isClientValid };
}

export interface ListedApproval {
	payment: EftTransaction;
	institutionNumber: string;
	/** True while every payment to the account waits. */
	isNewPayee: boolean;
	askedBy: { userId: number; name: string } | null;
	clientId: string | null;
	expiresAt: number;
}

/** Lists the first to expire first. `now` is business time. */
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
		.select("approval.institution_number")
		.select(
			sql<boolean>`
				(select paid_cents from eft_payees payee
					where payee.merchant_id = approval.merchant_id and payee.fingerprint = approval.payee_fingerprint)
				= (select sum(other_payment.amount_cents)
					from eft_approvals other join eft_transactions other_payment using (transaction_id)
					where other.merchant_id = approval.merchant_id and other.decided_at is null
						and other.payee_fingerprint = approval.payee_fingerprint)`.as("is_new_payee"),
		)
		.where("approval.merchant_id", "=", merchantId)
		.where("approval.decided_at", "is", null)
		.where("approval.expires_at", ">", now)
		.orderBy("approval.expires_at")
		.orderBy("payment.id")
		.limit(limit)
		.execute();
	return rows.map(({ asker, asked_by, client_id, expires_at, institution_number, is_new_payee, ...payment }) => ({
		payment,
		institutionNumber: institution_number,
		isNewPayee: is_new_payee,
		askedBy: asked_by === null || asker === null ? null : { userId: asked_by, name: asker },
		clientId: client_id,
		expiresAt: expires_at,
	}));
}

/** Includes payments without a reminder. Returns ms since 1970. */
export async function findNextApprovalExpiry(
	database: Database,
	{ withoutReminder }: { withoutReminder: boolean },
): Promise<number | undefined> {
	const row = await database
		.selectFrom("eft_approvals")
		.select("expires_at")
		.where("decided_at", "is", null)
		.$if(withoutReminder, (query) => query.where("reminded_at", "is", null))
		.orderBy("expires_at")
		.limit(1)
		.executeTakeFirst();
	return row?.expires_at;
}

export function markReminded(
	transaction: Database,
	{ now, before, limit }: { now: number; before: number; limit: number },
): Promise<{ transactionId: string; merchantId: number; askedBy: number | null }[]> {
	const due = transaction
		.selectFrom("eft_approvals")
		.select("transaction_id")
		.where("decided_at", "is", null)
		.where("reminded_at", "is", null)
		.where("expires_at", "<=", before)
		.orderBy("expires_at")
		.limit(limit)
		.forUpdate()
		.skipLocked();
	return transaction
		.updateTable("eft_approvals")
		.set({ reminded_at: now })
		.where("transaction_id", "in", due)
		.returning(["transaction_id as transactionId", "merchant_id as merchantId", "asked_by as askedBy"])
		.execute();
}

export interface ApprovalMail {
	id: string;
	email: string;
	merchant: Pick<Merchant, "id" | "name" | "mode" | "timeZone">;
	business: Pick<MailSender, "defaultLanguage" | "bothLanguages">;
	event: ApprovalMailEvent;
	payment: Pick<
		EftTransaction,
		"amount_cents" | "description" | "email" | "first_name" | "last_name" | "masked_account" | "transaction_id"
	>;
	/** Null for an operator's credential. */
	askedBy: string | null;
	clientId: string | null;
	/** Business time, ms since 1970. */
	expiresAt: number;
}

/** Leaves out decided payments and removed members. */
export async function findApprovalMails(database: Database, ids: string[]): Promise<ApprovalMail[]> {
	const rows = await database
		.selectFrom("staff_notices as mail")
		.innerJoin("staff", "staff.id", "mail.staff_id")
		.innerJoin("merchants", "merchants.id", "mail.merchant_id")
		.innerJoin("eft_approvals as approval", (join) =>
			join
				.on("approval.transaction_id", "=", sql<string>`mail.details->>'transaction_id'`)
				.onRef("approval.merchant_id", "=", "mail.merchant_id"),
		)
		.innerJoin("eft_transactions as payment", "payment.transaction_id", "approval.transaction_id")
		.leftJoin("staff as asker", "asker.id", "approval.asked_by")
		.selectAll("merchants")
		.select(["mail.id as mail_id", "mail.event", "staff.email as approver_email"])
		.select(["asker.name as asker_name", "approval.client_id", "approval.expires_at", "payment.transaction_id"])
		.select(["payment.amount_cents", "payment.description", "payment.email", "payment.first_name"])
		.select(["payment.last_name", "payment.masked_account"])
		.where("mail.id", "in", ids)
		.where("approval.decided_at", "is", null)
		.where("staff.removed_at", "is", null)
		.orderBy("mail.occurred_at")
		.orderBy("mail.id")
		.execute();
	return rows.map((row) => ({
		id: row.mail_id,
		email: row.approver_email,
		merchant: merchantOf(row),
		business: mailSenderOf(row),
		event: row.event === "approval.expiring" ? row.event : "approval.requested",
		payment: row,
		askedBy: row.asker_name,
		clientId: row.client_id,
		expiresAt: row.expires_at,
	}));
}

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
