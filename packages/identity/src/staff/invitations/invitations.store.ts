import type { Rank } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type MailSender, mailSenderColumns } from "@cardseal/platform/mail";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";

/** Times are real. */
export interface Invitation extends Rank {
	lookupId: string;
	email: string;
	name: string;
	createdAt: number;
	expiresAt: number;
}

const invitationColumns = [
	"staff_invitations.lookup_id as lookupId",
	"staff_invitations.email",
	"staff_invitations.name as invitedName",
	"staff_invitations.role",
	"staff_invitations.is_primary_owner as isPrimaryOwner",
	"staff_invitations.created_at as createdAt",
	"staff_invitations.expires_at as expiresAt",
] as const;

/** Replaces an earlier invitation of the same person. */
export async function insertInvitation(
	transaction: Database,
	invitation: Insertable<GatewayTables["staff_invitations"]>,
): Promise<void> {
	await transaction
		.deleteFrom("staff_invitations")
		.where("merchant_id", "=", invitation.merchant_id)
		.where(sql<string>`lower(email)`, "=", invitation.email.toLowerCase())
		.execute();
	await transaction.insertInto("staff_invitations").values(invitation).execute();
}

export async function listInvitations(database: Database, merchantId: number, now: number): Promise<Invitation[]> {
	const rows = await database
		.selectFrom("staff_invitations")
		.select(invitationColumns)
		.where("merchant_id", "=", merchantId)
		.where("expires_at", ">", now)
		.orderBy("created_at", "desc")
		.execute();
	return rows.map(({ invitedName: name, ...row }) => ({ ...row, name }));
}

type FoundInvitation = Invitation & { merchantId: number; merchantName: string };

export async function findInvitation(
	database: Database,
	lookupId: string,
	now: number,
): Promise<FoundInvitation | undefined> {
	return foundInvitation(await valid(database, lookupId, now).executeTakeFirst());
}

export async function lockInvitation(
	transaction: Database,
	lookupId: string,
	now: number,
): Promise<FoundInvitation | undefined> {
	return foundInvitation(await valid(transaction, lookupId, now).forUpdate("staff_invitations").executeTakeFirst());
}

function valid(database: Database, lookupId: string, now: number) {
	return database
		.selectFrom("staff_invitations")
		.innerJoin("merchants", (join) =>
			join.on("merchants.id", "=", sql<number>`live_merchant_of(staff_invitations.merchant_id)`),
		)
		.select(["staff_invitations.merchant_id as merchantId", "merchants.name as merchantName"])
		.select(invitationColumns)
		.where("lookup_id", "=", lookupId)
		.where("expires_at", ">", now);
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof valid>["executeTakeFirst"]>>;

function foundInvitation(row: FoundRow): FoundInvitation | undefined {
	if (row === undefined) return undefined;
	const { invitedName: name, ...invitation } = row;
	return { ...invitation, name };
}

export async function findRankInvited(
	transaction: Database,
	{ merchantId, email, now }: { merchantId: number; email: string; now: number },
): Promise<Rank | undefined> {
	return transaction
		.selectFrom("staff_invitations")
		.select(["role", "is_primary_owner as isPrimaryOwner"])
		.where("merchant_id", "=", merchantId)
		.where(sql<string>`lower(email)`, "=", email.toLowerCase())
		.where("expires_at", ">", now)
		.forUpdate()
		.executeTakeFirst();
}

export async function countOpenInvitations(transaction: Database, merchantId: number, now: number): Promise<number> {
	const { open } = await transaction
		.selectFrom("staff_invitations")
		.select((eb) => eb.fn.countAll<number>().as("open"))
		.where("merchant_id", "=", merchantId)
		.where("expires_at", ">", now)
		.executeTakeFirstOrThrow();
	return Number(open);
}

/**
 * Locks the day's count until the transaction ends.
 *
 * @returns the invitations sent that day, including this one
 */
export async function countInvitation(
	transaction: Database,
	{ merchantId, dayStartedAt }: { merchantId: number; dayStartedAt: number },
): Promise<number> {
	const { rows } = await sql<{ invitations: number }>`
		insert into invitation_counts as counted (merchant_id, day_started_at, invitations)
		values (${merchantId}::bigint, ${dayStartedAt}::bigint, 1)
		on conflict (merchant_id) do update set
			invitations = case counted.day_started_at
				when excluded.day_started_at then counted.invitations + 1 else 1 end,
			day_started_at = excluded.day_started_at
		returning invitations`.execute(transaction);
	return rows[0]?.invitations ?? 0;
}

export async function deleteInvitationsBy(transaction: Database, staffId: number): Promise<string[]> {
	const rows = await transaction
		.deleteFrom("staff_invitations")
		.where("invited_by", "=", staffId)
		.returning("lookup_id")
		.execute();
	return rows.map(({ lookup_id }) => lookup_id);
}

export async function deleteInvitation(transaction: Database, lookupId: string): Promise<void> {
	await transaction.deleteFrom("staff_invitations").where("lookup_id", "=", lookupId).execute();
}

export async function deletePrimaryInvitations(transaction: Database, merchantId: number): Promise<string[]> {
	await transaction.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
	const deleted = await transaction
		.deleteFrom("staff_invitations")
		.where("merchant_id", "=", merchantId)
		.where("is_primary_owner", "=", true)
		.returning("lookup_id")
		.execute();
	return deleted.map((row) => row.lookup_id);
}

export interface InvitationMail extends MailSender, Pick<Invitation, "lookupId" | "email" | "name" | "role"> {
	/** Null: the operator. */
	inviterName: string | null;
	readerLanguage: Language | null;
	/** The invitation is then unusable. */
	hasAccount: boolean;
}

export async function findInvitationMails(database: Database, lookupIds: string[]): Promise<InvitationMail[]> {
	return database
		.selectFrom("staff_invitations")
		.innerJoin("merchants", (join) =>
			join.on("merchants.id", "=", sql<number>`live_merchant_of(staff_invitations.merchant_id)`),
		)
		.leftJoin("staff", "staff.id", "staff_invitations.invited_by")
		.select([
			"lookup_id as lookupId",
			"staff_invitations.email",
			"staff_invitations.name",
			"staff_invitations.role",
			"staff.name as inviterName",
			"staff_invitations.language as readerLanguage",
		])
		.select(mailSenderColumns)
		.select(
			sql<boolean>`exists (
				select from staff as member
				where lower(member.email) = lower(staff_invitations.email) and member.removed_at is null
			)`.as("hasAccount"),
		)
		.where("lookup_id", "in", lookupIds)
		.orderBy("lookup_id")
		.execute();
}

export async function deleteExpiredInvitations(database: Database, now: number): Promise<void> {
	await database.deleteFrom("staff_invitations").where("expires_at", "<=", now).execute();
}
