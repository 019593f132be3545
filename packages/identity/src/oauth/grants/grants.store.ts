import { type MerchantsTable, merchantOf, type Scope } from "@cardseal/merchants";
import { type Database, deleteInSlices } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type Selectable, sql } from "kysely";

type GrantRow = Omit<
	Selectable<GatewayTables["oauth_grants"]>,
	"merchant_id" | "approved_by" | "created_at" | "begun_at"
> & {
	merchant: Selectable<MerchantsTable>;
};

const grantColumns = sql.raw(`
	oauth_grant.id, oauth_grant.grant_id, oauth_grant.partner_id, oauth_grant.scopes, oauth_grant.revoked_at,
	row_to_json(merchant) as merchant`);

export async function insertGrant(
	transaction: Database,
	grant: Insertable<GatewayTables["oauth_grants"]>,
): Promise<number> {
	const { id } = await transaction.insertInto("oauth_grants").values(grant).returning("id").executeTakeFirstOrThrow();
	return id;
}

export async function insertCode(transaction: Database, code: Insertable<GatewayTables["oauth_codes"]>): Promise<void> {
	await transaction.insertInto("oauth_codes").values(code).execute();
}

/** A second request sees the code spent. */
export async function lockCode(transaction: Database, codeHash: Buffer) {
	const { rows } = await sql<GrantRow & Omit<Selectable<GatewayTables["oauth_codes"]>, "grant_id">>`
		select ${grantColumns}, code.redirect_uri, code.code_challenge, code.expires_at, code.spent_at
		from oauth_codes code
		join oauth_grants oauth_grant on oauth_grant.id = code.grant_id
		join merchants merchant on merchant.id = oauth_grant.merchant_id
		where code.code_hash = ${codeHash}
		for update of code`.execute(transaction);
	const [row] = rows;
	return (
		row && {
			grant: grantOf(row),
			redirectUri: row.redirect_uri,
			codeChallenge: row.code_challenge,
			expiresAt: row.expires_at,
			isSpent: row.spent_at !== null,
		}
	);
}

/** A removal lists the grants that have begun. */
export async function lockApprover(transaction: Database, grantId: number): Promise<boolean> {
	const { rows } = await sql`
		select from oauth_grants oauth_grant
		join staff on staff.id = oauth_grant.approved_by
		where oauth_grant.id = ${grantId} and staff.removed_at is null
		for share of staff`.execute(transaction);
	return rows.length === 1;
}

export async function spendCode(transaction: Database, codeHash: Buffer, now: number): Promise<void> {
	await sql`
		with spent as (update oauth_codes set spent_at = ${now} where code_hash = ${codeHash} returning grant_id)
		update oauth_grants set begun_at = ${now} where id = (select grant_id from spent)`.execute(transaction);
}

export async function insertRefreshToken(
	transaction: Database,
	token: Insertable<GatewayTables["refresh_tokens"]>,
): Promise<void> {
	await transaction.insertInto("refresh_tokens").values(token).execute();
}

export async function lockRefreshToken(transaction: Database, tokenHash: Buffer) {
	const { rows } = await sql<GrantRow & Omit<Selectable<GatewayTables["refresh_tokens"]>, "grant_id">>`
		select ${grantColumns}, token.expires_at, token.spent_at
		from refresh_tokens token
		join oauth_grants oauth_grant on oauth_grant.id = token.grant_id
		join merchants merchant on merchant.id = oauth_grant.merchant_id
		where token.token_hash = ${tokenHash}
		for update of token`.execute(transaction);
	const [row] = rows;
	return row && { grant: grantOf(row), expiresAt: row.expires_at, isSpent: row.spent_at !== null };
}

export async function spendRefreshToken(transaction: Database, tokenHash: Buffer, now: number): Promise<void> {
	await transaction.updateTable("refresh_tokens").set({ spent_at: now }).where("token_hash", "=", tokenHash).execute();
}

/** Returns `false` if the grant was revoked already. */
export async function markGrantRevoked(transaction: Database, grantId: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("oauth_grants")
		.set({ revoked_at: now })
		.where("grant_id", "=", grantId)
		.where("revoked_at", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Returns the grants that were valid. */
export async function markGrantsRevoked(
	transaction: Database,
	{ merchantId, partnerClientId }: { merchantId: number; partnerClientId: string },
	now: number,
): Promise<string[]> {
	const revoked = await transaction
		.updateTable("oauth_grants")
		.set({ revoked_at: now })
		.from("partners")
		.whereRef("partners.id", "=", "oauth_grants.partner_id")
		.where("partners.client_id", "=", partnerClientId)
		.where("oauth_grants.merchant_id", "=", merchantId)
		.where("oauth_grants.revoked_at", "is", null)
		.returning("oauth_grants.grant_id")
		.execute();
	return revoked.map((row) => row.grant_id);
}

/** Lists public ids, for all merchants. */
export async function listGrantIds(database: Database, partnerClientId: string): Promise<string[]> {
	const grants = await database
		.selectFrom("oauth_grants")
		.innerJoin("partners", "partners.id", "partner_id")
		.select("grant_id")
		.where("partners.client_id", "=", partnerClientId)
		.where("revoked_at", "is", null)
		.execute();
	return grants.map((grant) => grant.grant_id);
}

interface ConnectedPartner {
	client_id: string;
	business_name: string;
	image_url: string | null;
	scopes: Scope[];
	/** Real time of the first valid grant. */
	connected_at: number;
	/** The member who approved the last grant. */
	connected_by: { user_id: number; name: string };
}

/** Lists the newest first. */
export async function findConnectedPartners(database: Database, merchantId: number): Promise<ConnectedPartner[]> {
	const { rows } = await sql<ConnectedPartner>`
		select partner.client_id, partner.business_name, partner.image_url, connected.scopes, connected.connected_at,
			json_build_object('user_id', staff.id, 'name', staff.name) as connected_by
		from (
			select partner_id, min(begun_at) as connected_at, array_agg(distinct scope) as scopes,
				(array_agg(approved_by order by begun_at desc))[1] as staff_id
			from oauth_grants, unnest(scopes) as scope
			where merchant_id = ${merchantId} and revoked_at is null and begun_at is not null
			group by partner_id
		) connected
		join partners partner on partner.id = connected.partner_id and partner.removed_at is null
		join staff on staff.id = connected.staff_id
		order by connected.connected_at desc, partner.id`.execute(database);
	return rows;
}

/** Reuse reveals a theft for a while. Times are real. */
export async function deleteOldGrantRows(
	database: Database,
	{ codesBefore, tokensBefore }: { codesBefore: number; tokensBefore: number },
): Promise<void> {
	const ofOldCodes = sql`select grant_id from oauth_codes where expires_at < ${codesBefore}`;
	await deleteInSlices(database, "oauth_grants", sql`begun_at is null and id in (${ofOldCodes})`);
	await deleteInSlices(database, "oauth_codes", sql`expires_at < ${codesBefore}`);
	await deleteInSlices(database, "refresh_tokens", sql`spent_at < ${tokensBefore}`);
	await deleteInSlices(database, "refresh_tokens", sql`expires_at < ${tokensBefore}`);
}

export type Grant = ReturnType<typeof grantOf>;
export type StoredCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>;
export type StoredRefreshToken = NonNullable<Awaited<ReturnType<typeof lockRefreshToken>>>;

function grantOf(row: GrantRow) {
	return {
		id: row.id,
		grantId: row.grant_id,
		partnerId: row.partner_id,
		merchant: merchantOf(row.merchant),
		scopes: row.scopes,
		isRevoked: row.revoked_at !== null,
	};
}
