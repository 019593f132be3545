import type { Vault } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import type { Channel } from "../../merchants/channel.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { notFound, Problem } from "../../problem.ts";
import type { Scope } from "../scopes.ts";
import { hashSecret } from "./client-authentication.ts";
import { newClientSecret } from "./client-secret.ts";
import {
	countLivingCredentials,
	endCredential,
	getLivingCredential,
	insertCredential,
	type LivingCredential,
	listLivingCredentials,
	lockCredentials,
} from "./merchant-credentials.store.ts";

/** How long the access tokens of a credential live; 12 hours are offered where nothing is said. */
export const tokenLifetimes = { shortestSeconds: 60, longestSeconds: 86_400, usualSeconds: 43_200 } as const;

/** More servers than any merchant runs. */
const maximumCredentials = 100;

// Why no credential is made.
const tooMany = () =>
	new Problem(
		"CONFLICT",
		`You have ${maximumCredentials} credentials. Revoke one that is no longer used, then make this one.`,
	);

export interface Credentials {
	database: Database;
	vault: Vault;
	clocks: Clocks;
}

export interface NewCredential {
	name: string;
	channel: Channel;
	scopes: Scope[];
	/** How long its access tokens live: 60 to 86,400 s. */
	tokenLifetimeSeconds: number;
	/** The staff member who makes it, whose charges it makes then; `null` for an operator. */
	userId: number | null;
}

/** A credential as people see it. Times are business time, in ms since 1970. */
export interface ListedCredential extends Omit<NewCredential, "userId"> {
	clientId: string;
	createdAt: number;
	createdBy: { userId: number; name: string } | null;
	/** A minute behind at most. */
	lastUsedAt: number | null;
}

/**
 * Makes a credential for a merchant's server.
 *
 * @returns the secret, this once: it is kept hashed
 * @throws Problem 409 when the merchant has as many as anybody may have
 */
export async function createCredential(
	{ database, vault, clocks }: Credentials,
	merchant: Pick<Merchant, "id" | "mode">,
	{ name, channel, scopes, tokenLifetimeSeconds, userId }: NewCredential,
	caller: Caller,
): Promise<{ credential: ListedCredential; clientSecret: string }> {
	const clientId = newLookupId();
	const clientSecret = newClientSecret(merchant.mode);
	const credential = await database.transaction().execute(async (transaction: Database) => {
		await lockCredentials(transaction, merchant.id);
		if ((await countLivingCredentials(transaction, merchant.id)) >= maximumCredentials) throw tooMany();
		await insertCredential(transaction, {
			merchant_id: merchant.id,
			client_id: clientId,
			secret_hash: hashSecret(vault, clientSecret),
			name,
			channel,
			scopes,
			token_lifetime_seconds: tokenLifetimeSeconds,
			created_by: userId,
			created_at: clocks.business.now(),
			revoked_at: null,
		});
		const about = { object: clientId, merchantId: merchant.id, caller };
		await recordEvent(transaction, clocks, { ...about, type: "credential.created" });
		return listed(await getLivingCredential(transaction, merchant.id, clientId));
	});
	return { credential, clientSecret };
}

/** A merchant's credentials that were not revoked, the newest first. */
export async function listCredentials(database: Database, merchantId: number): Promise<ListedCredential[]> {
	return (await listLivingCredentials(database, merchantId)).map(listed);
}

function listed(row: LivingCredential): ListedCredential {
	return {
		clientId: row.client_id,
		name: row.name,
		channel: row.channel,
		scopes: row.scopes,
		tokenLifetimeSeconds: row.token_lifetime_seconds,
		createdAt: row.created_at,
		createdBy: row.created_by === null || row.creator === null ? null : { userId: row.created_by, name: row.creator },
		lastUsedAt: row.last_used_at,
	};
}

/**
 * Ends a credential: neither its secret nor any token it has is good for anything from the next request on, on every
 * gateway.
 *
 * @throws Problem 404 when the merchant has no such living credential
 */
export async function revokeCredential(
	{ database, clocks }: Pick<Credentials, "database" | "clocks">,
	{ merchantId, clientId }: { merchantId: number; clientId: string },
	caller: Caller,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const now = clocks.business.now();
		if (!(await endCredential(transaction, { merchantId, clientId, now }))) throw notFound("credential");
		await recordEvent(transaction, clocks, { type: "credential.revoked", object: clientId, merchantId, caller });
	});
}
