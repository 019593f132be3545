import { disableEndpointsOf } from "@cardseal/events";
import { type Channel, type Merchant, mayDo, notifyOwners, type Scope } from "@cardseal/merchants";
import { type Clocks, newLookupId, notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { lockStaffMember } from "../../staff/members/members.store.ts";
import { hashSecret } from "./client-authentication.ts";
import { newClientSecret } from "./client-secret.ts";
import { expiryColumns, requireFutureExpiry } from "./credential-expiry.ts";
import {
	countValidCredentials,
	insertCredential,
	type ListedCredential,
	listValidCredentials,
	lockCredentials,
	revokeStoredCredential,
} from "./merchant-credentials.store.ts";

export const tokenLifetimes = { shortestSeconds: 60, longestSeconds: 86_400, usualSeconds: 43_200 } as const;

const maximumCredentials = 100;

const tooMany = () =>
	new Problem(
		"too_many_credentials",
		`You have ${maximumCredentials} credentials. Revoke an unused one, then create this one.`,
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
	/** 60 to 86,400. */
	tokenLifetimeSeconds: number;
	/** Real time; `null`: never. */
	expiresAt: number | null;
	/** The creator; `null` for an operator. */
	userId: number | null;
}

/**
 * @returns the secret, which is stored as a hash
 * @throws Problem 400 for a past expiry, 403 for a removed creator, 409 at the maximum
 */
export async function createCredential(
	{ database, vault, clocks }: Credentials,
	merchant: Pick<Merchant, "id" | "mode">,
	{ name, channel, scopes, tokenLifetimeSeconds, expiresAt, userId }: NewCredential,
	caller: Caller,
): Promise<{ credential: ListedCredential; clientSecret: string }> {
	requireFutureExpiry(expiresAt, clocks.real.now());
	const clientId = newLookupId();
	const clientSecret = newClientSecret(merchant.mode);
	const credential = await database.transaction().execute(async (transaction: Database) => {
		if (userId !== null) await requireCreator(transaction, { merchantId: merchant.id, id: userId });
		await lockCredentials(transaction, merchant.id);
		if ((await countValidCredentials(transaction, merchant.id)) >= maximumCredentials) throw tooMany();
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
			...expiryColumns(expiresAt, clocks.real.now()),
		});
		const about = { object: clientId, merchantId: merchant.id, caller };
		await recordEvent(transaction, clocks, { ...about, type: "credential.created" });
		const mail = { merchantId: merchant.id, details: { about: name }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "credential.created", ...mail });
		return getCredential(transaction, merchant.id, clientId);
	});
	return { credential, clientSecret };
}

/** @throws Problem 403 for a member who is being removed or demoted */
async function requireCreator(transaction: Database, creator: { merchantId: number; id: number }): Promise<void> {
	const member = await lockStaffMember(transaction, creator);
	if (member !== undefined && mayDo(member, "credentials.write")) return;
	throw new Problem("role_too_low", "You may no longer create credentials. Ask an owner.");
}

/** @throws Problem 404 */
export async function getCredential(
	database: Database,
	merchantId: number,
	clientId: string,
): Promise<ListedCredential> {
	const [credential] = await listValidCredentials(database, merchantId, clientId);
	if (credential === undefined) throw notFound("credential");
	return credential;
}

/**
 * Disables the credential's endpoints.
 * @throws Problem 404
 */
export async function revokeCredential(
	{ database, clocks }: Pick<Credentials, "database" | "clocks">,
	{ merchantId, clientId }: { merchantId: number; clientId: string },
	caller: Caller,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const now = clocks.business.now();
		if (!(await revokeStoredCredential(transaction, { merchantId, clientId, now }))) throw notFound("credential");
		await recordEvent(transaction, clocks, { type: "credential.revoked", object: clientId, merchantId, caller });
		await disableEndpointsOf(transaction, clocks, { of: { clientIds: [clientId] }, caller });
	});
}
