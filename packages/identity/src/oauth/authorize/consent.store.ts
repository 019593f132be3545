import { type Database, deleteInSlices } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Partner } from "../clients/client.ts";
import { partnerOf } from "../partners/partners.store.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

export interface WaitingRequest extends AuthorizationRequest {
	partner: Partner;
	redirectUri: string;
}

export async function insertRequest(
	database: Database,
	request: Insertable<GatewayTables["oauth_requests"]>,
): Promise<void> {
	await database.insertInto("oauth_requests").values(request).execute();
}

/** Returns `undefined` when it was answered, has expired, or belongs to another session. */
export async function takeRequest(
	transaction: Database,
	{ ticketHash, sessionId, now }: { ticketHash: Buffer; sessionId: string; now: number },
): Promise<WaitingRequest | undefined> {
	const request = await transaction
		.deleteFrom("oauth_requests")
		.where("ticket_hash", "=", ticketHash)
		.where("session_id", "=", sessionId)
		.where("expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
	return request && withPartner(transaction, request);
}

export async function findRequest(
	database: Database,
	{ ticketHash, sessionId, now }: { ticketHash: Buffer; sessionId: string; now: number },
): Promise<WaitingRequest | undefined> {
	const request = await database
		.selectFrom("oauth_requests")
		.selectAll()
		.where("ticket_hash", "=", ticketHash)
		.where("session_id", "=", sessionId)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return request && withPartner(database, request);
}

async function withPartner(
	database: Database,
	request: Selectable<GatewayTables["oauth_requests"]>,
): Promise<WaitingRequest | undefined> {
	const partner = await database
		.selectFrom("partners")
		.selectAll()
		.where("id", "=", request.partner_id)
		.where("removed_at", "is", null)
		.executeTakeFirst();
	return (
		partner && {
			partner: partnerOf(partner),
			redirectUri: request.redirect_uri,
			state: request.state ?? undefined,
			scopes: request.scopes,
			codeChallenge: request.code_challenge ?? undefined,
		}
	);
}

export async function deleteExpiredConsentRequests(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "oauth_requests", sql`expires_at < ${now}`);
}

export async function insertSavedRequest(
	database: Database,
	request: Insertable<GatewayTables["oauth_saved_requests"]>,
): Promise<void> {
	await database.insertInto("oauth_saved_requests").values(request).execute();
}

/** `now` is ms since 1970. */
export async function findSavedQuery(
	database: Database,
	{ ticketHash, now }: { ticketHash: Buffer; now: number },
): Promise<string | undefined> {
	const row = await database
		.selectFrom("oauth_saved_requests")
		.select("query")
		.where("ticket_hash", "=", ticketHash)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row?.query;
}

export async function deleteExpiredSavedRequests(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "oauth_saved_requests", sql`expires_at < ${now}`);
}
