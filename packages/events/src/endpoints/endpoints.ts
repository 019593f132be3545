import { notifyOwners } from "@cardseal/merchants";
import { type Clocks, fieldProblem, newLookupId, notFound, Problem } from "@cardseal/platform";
import { type Actor, type Caller, givenFields, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { isPublicAddress, type Resolve } from "@cardseal/platform/network";
import type { Vault } from "@cardseal/vault";
import type { EventType } from "../event-types.ts";
import { hostNamed, nameIn, refusalOfUrl, type UrlRefusal } from "./endpoint-url.ts";
import {
	countValidSecrets,
	deleteDeliveries,
	deleteStoredEndpoint,
	type Endpoint,
	type EndpointId,
	type EndpointScope,
	findEndpoint,
	insertEndpoint,
	listEndpoints,
	listIdsOfPartner,
	lockEndpoints,
	lockMaker,
	type Maker,
	storeSecret,
	updateEndpoint,
} from "./endpoints.store.ts";
import { newWebhookSecret } from "./signature.ts";

export interface Endpoints {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	isSandbox: boolean;
	onlyLocalOrigin?: string | undefined;
	resolve: Resolve;
}

const maximumEndpoints = 20;

/** Leaves most of them to others. */
const maximumOfPartner = 5;

/** Time for servers to get the new secret. */
const formerSecretMs = 24 * 3_600_000;

/** Each secret makes the header longer. */
const maximumSecrets = 5;

const urlMessages: Record<UrlRefusal, string> = {
	endpoint_url_invalid: "Send a URL such as https://shop.example.com/webhooks, of at most 2,000 characters.",
	endpoint_url_not_https:
		"Send a URL that begins with https://. The sandbox also takes http://localhost, unless HOST lets other machines reach it.",
	endpoint_url_has_credentials: "Leave the user name and the password out of the URL. Check the signature instead.",
	endpoint_address_not_public: "Send a URL of a server with a public address.",
};

const refusals = {
	url: (reason: UrlRefusal) => fieldProblem([{ field: "url", reason, message: urlMessages[reason] }]),
	tooMany: () =>
		new Problem("too_many_endpoints", `You have ${maximumEndpoints} endpoints. Delete an unused one first.`),
	tooManyOfPartner: () =>
		new Problem(
			"too_many_endpoints",
			`A partner has at most ${maximumOfPartner} endpoints of a merchant. Delete an unused one first.`,
		),
	tooManySecrets: () =>
		new Problem(
			"too_many_endpoint_secrets",
			`The endpoint has ${maximumSecrets} secrets that still sign. Each former one ends 24 hours after it was replaced.`,
		),
	revokedToken: () =>
		new Problem("access_token_invalid", "The access token is invalid. Get a new one from /oauth/token.", {
			headers: { "WWW-Authenticate": 'Bearer realm="cardseal", error="invalid_token"' },
		}),
	formerStaff: () => new Problem("role_too_low", "You may no longer change endpoints. Ask an owner."),
};

export function secretContext({ merchant_id, lookup_id }: Pick<Endpoint, "merchant_id" | "lookup_id">): string {
	return `${merchant_id}|${lookup_id}`;
}

export interface EndpointWish {
	url: string;
	/** `null`: all, future ones included. */
	types: EventType[] | null;
	description: string | null;
}

/**
 * @returns the secret, which is shown once
 * @throws Problem 400 for a refused URL, 409 at the maximum
 */
export async function createEndpoint(
	context: Endpoints,
	{ merchantId, grantId }: EndpointScope,
	wish: EndpointWish,
	caller: Caller,
): Promise<{ endpoint: Endpoint; secret: string }> {
	const { database, vault, clocks } = context;
	await requireUrl(context, wish.url);
	const secret = newWebhookSecret();
	const endpoint = await database.transaction().execute(async (transaction: Database) => {
		const maker = await lockMakerOf(transaction, { grantId }, caller.actor);
		await lockEndpoints(transaction, merchantId);
		await requireRoom(transaction, { merchantId, grantId });
		const lookupId = newLookupId();
		const inserted = await insertEndpoint(transaction, {
			...wish,
			...maker,
			lookup_id: lookupId,
			merchant_id: merchantId,
			created_at: clocks.real.now(),
		});
		const sealed = vault.seal("webhook_secret", Buffer.from(secret), secretContext(inserted));
		await storeSecret(transaction, inserted.id, { sealed, formerSignsUntil: clocks.real.now() });
		await recordEvent(transaction, clocks, { type: "endpoint.created", object: lookupId, merchantId, caller });
		const mail = { merchantId, details: { about: hostNamed(wish.url) }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "endpoint.created", ...mail });
		return inserted;
	});
	return { endpoint, secret };
}

/**
 * Ignores disconnected partners' endpoints.
 * @throws Problem 409
 */
async function requireRoom(transaction: Database, { merchantId, grantId }: EndpointScope): Promise<void> {
	const counted = (await listEndpoints(transaction, { merchantId })).filter((endpoint) => !isOfFormerPartner(endpoint));
	if (counted.length >= maximumEndpoints) throw refusals.tooMany();
	if (grantId === undefined) return;
	// A partner's grants share its part.
	const idsOfPartner = await listIdsOfPartner(transaction, { merchantId, grantId });
	const ofPartner = counted.filter(({ id }) => idsOfPartner.includes(id));
	if (ofPartner.length >= maximumOfPartner) throw refusals.tooManyOfPartner();
}

function isOfFormerPartner({ grant_id: grantId, disabled_reason: reason }: Endpoint): boolean {
	return grantId !== null && reason === "revoked";
}

/** @throws Problem 404 */
export async function getEndpoint(database: Database, id: EndpointId, { isLocked = false } = {}): Promise<Endpoint> {
	const found = await findEndpoint(database, id, { isLocked });
	if (found === undefined) throw notFound("endpoint");
	return found;
}

/** @throws Problem 404 */
export function lockEndpoint(transaction: Database, id: EndpointId): Promise<Endpoint> {
	return getEndpoint(transaction, id, { isLocked: true });
}

export type EndpointChanges = { [Field in keyof EndpointWish]?: EndpointWish[Field] | undefined } & {
	status?: "ENABLED" | "DISABLED" | undefined;
};

/**
 * Disabling deletes waiting events. The caller who sets the URL becomes the maker.
 * @throws Problem 400, 404, 409 when there is no room for a former partner's endpoint
 */
export async function changeEndpoint(
	context: Endpoints,
	id: EndpointId,
	{ status, ...changes }: EndpointChanges,
	caller: Caller,
): Promise<Endpoint> {
	const { database, clocks } = context;
	if (changes.url !== undefined) await requireUrl(context, changes.url);
	return database.transaction().execute(async (transaction: Database) => {
		const maker = await lockMakerOf(transaction, id, caller.actor);
		// A former partner's endpoint may begin to count.
		const mayTakeOver = status === "ENABLED" || changes.url !== undefined;
		if (mayTakeOver) await lockEndpoints(transaction, id.merchantId);
		const endpoint = await lockEndpoint(transaction, id);
		const takesOver = isTakenOver(endpoint, changes, status);
		if (takesOver && isOfFormerPartner(endpoint)) await requireRoom(transaction, id);
		const fields = givenFields({ ...changes, status });
		if (fields.length === 0) return endpoint;
		const changed = await updateEndpoint(transaction, endpoint.id, {
			url: changes.url,
			types: changes.types,
			description: changes.description,
			...statusColumns(endpoint, status),
			...(isOtherUrl(endpoint, changes) && noOutage),
			...(takesOver && maker),
		});
		if (changed.disabled_reason !== null) await deleteDeliveries(transaction, endpoint.id);
		const { merchantId, lookupId: object } = id;
		const about = { object, merchantId, caller };
		await recordEvent(transaction, clocks, { ...about, type: "endpoint.changed", details: { fields } });
		if (changed.url !== endpoint.url) {
			const mail = { merchantId, details: { about: hostNamed(changed.url) }, caller, now: clocks.business.now() };
			await notifyOwners(transaction, { kind: "owner_notice", event: "endpoint.url_changed", ...mail });
		}
		return changed;
	});
}

function isTakenOver(endpoint: Endpoint, changes: EndpointChanges, status: EndpointChanges["status"]) {
	return isOtherUrl(endpoint, changes) || (endpoint.disabled_reason === "revoked" && status === "ENABLED");
}

function isOtherUrl({ url }: Endpoint, changes: EndpointChanges): boolean {
	return changes.url !== undefined && changes.url !== url;
}

/** Earlier failures do not count. */
const noOutage = { failing_since: null, last_failed_at: null };

function statusColumns({ disabled_reason: former }: Endpoint, status: EndpointChanges["status"]) {
	if (status === "ENABLED") return { disabled_reason: null, ...noOutage };
	return status === "DISABLED" ? { disabled_reason: former ?? ("merchant" as const) } : {};
}

/** @throws Problem 404 */
export async function deleteEndpoint(
	{ database, clocks }: Pick<Endpoints, "database" | "clocks">,
	id: EndpointId,
	caller: Caller,
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		const endpoint = await lockEndpoint(transaction, id);
		await deleteStoredEndpoint(transaction, endpoint.id);
		await deleteDeliveries(transaction, endpoint.id);
		const { merchantId, lookupId: object } = id;
		await recordEvent(transaction, clocks, { type: "endpoint.deleted", object, merchantId, caller });
	});
}

/**
 * The former secret signs for 24 hours.
 * @returns the new secret, which is shown once
 * @throws Problem 404, 409 after many replacements in a day
 */
export async function rotateSecret(
	{ database, vault, clocks }: Pick<Endpoints, "database" | "vault" | "clocks">,
	id: EndpointId,
	caller: Caller,
): Promise<{ endpoint: Endpoint; secret: string }> {
	const secret = newWebhookSecret();
	const endpoint = await database.transaction().execute(async (transaction: Database) => {
		await lockMakerOf(transaction, id, caller.actor);
		const found = await lockEndpoint(transaction, id);
		const now = clocks.real.now();
		if ((await countValidSecrets(transaction, found.id, now)) >= maximumSecrets) throw refusals.tooManySecrets();
		const sealed = vault.seal("webhook_secret", Buffer.from(secret), secretContext(found));
		await storeSecret(transaction, found.id, { sealed, formerSignsUntil: now + formerSecretMs });
		const { merchantId, lookupId: object } = id;
		await recordEvent(transaction, clocks, { type: "endpoint.secret_rotated", object, merchantId, caller });
		const mail = { merchantId, details: { about: hostNamed(found.url) }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "endpoint.secret_rotated", ...mail });
		return found;
	});
	return { endpoint, secret };
}

/**
 * Refuses a name without addresses like a private one: otherwise answers would tell which names exist in the gateway's
 * network.
 * @throws Problem 400
 */
async function requireUrl(
	{ isSandbox, onlyLocalOrigin, resolve }: Pick<Endpoints, "isSandbox" | "onlyLocalOrigin" | "resolve">,
	url: string,
): Promise<void> {
	// Unseen characters make a URL look like another one.
	const isBroken = /[\s\p{Cc}\p{Cf}\\]/u.test(url);
	const refusal = isBroken ? "endpoint_url_invalid" : refusalOfUrl(url, { isSandbox, onlyLocalOrigin });
	if (refusal !== undefined) throw refusals.url(refusal);
	const name = nameIn(url);
	if (name === undefined) return;
	const addresses = await resolve(name).catch((): string[] => []);
	if (isSandbox && addresses.length === 0) return;
	if (!addresses.some(isPublicAddress)) throw refusals.url("endpoint_address_not_public");
}

/**
 * Locks the maker, so that no endpoint outlives its revocation.
 * @throws Problem 401 for a revoked credential or grant, 403 for a removed member
 */
async function lockMakerOf(
	transaction: Database,
	{ grantId }: Pick<EndpointScope, "grantId">,
	actor: Actor,
): Promise<Maker> {
	const isClient = actor.kind === "client";
	const maker = {
		grant_id: grantId ?? null,
		client_id: isClient && grantId === undefined ? actor.clientId : null,
		staff_id: actor.kind === "staff" ? actor.userId : null,
	};
	if (await lockMaker(transaction, maker)) return maker;
	throw isClient ? refusals.revokedToken() : refusals.formerStaff();
}
