import { timingSafeEqual } from "node:crypto";
import { inBatches } from "@cardseal/batch";
import { type Clock, Problem, type ProblemOptions, tooManyRequests } from "@cardseal/platform";
import { type FailedAttempt, type FailedAttempts, unauthenticated } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { createNetworkLimit, createWindowLimit } from "@cardseal/platform/network";
import type { Vault } from "@cardseal/vault";
import { oauthProblem } from "../oauth-problem.ts";
import { type Client, isClientId } from "./client.ts";
import { type ClientWithSecret, findClients } from "./clients.store.ts";

interface ClientSecret {
	clientId: string;
	secret: string;
}

/** Limit a minute, per client id (rule O-24). */
const failuresPerClient = [20] as const;
const failuresPerNetwork = [60, 120, 240] as const;
const windowMs = 60_000;

const maximumLookups = 200;

export interface ClientAttempt {
	authorization: string | undefined;
	form: ReadonlyMap<string, string>;
	address: string;
	requestId: string;
}

export type AuthenticateClient = (attempt: ClientAttempt) => Promise<Client>;

/** One keyed hash is enough for 256 random bits (ASVS 6.5.2). */
export function hashSecret(vault: Vault, secret: string): Buffer {
	return vault.mac("client_secret", secret);
}

export interface ClientAuthenticationOptions {
	vault: Vault;
	database: Database;
	/** Real time. */
	clock: Clock;
	failedAttempts: FailedAttempts;
}

/** Accepts HTTP Basic and the form (RFC 6749 §2.3.1). */
export function createClientAuthentication({
	vault,
	database,
	clock,
	failedAttempts,
}: ClientAuthenticationOptions): AuthenticateClient {
	const options = { database, clock, windowMs };
	const byNetwork = createNetworkLimit({ ...options, name: "client_secret", limits: failuresPerNetwork });
	const byClient = createWindowLimit({ ...options, name: "client_secret", limits: failuresPerClient });
	// Unknown clients take the same time.
	const unknownHash = hashSecret(vault, "");

	/** An unknown id may be a misplaced secret. */
	function fingerprintOf(clientId: string): string {
		return vault.mac("client_secret", `id ${clientId}`).toString("base64url");
	}

	const find = inBatches({
		run: (clientIds: string[]) => findClients(database, clientIds),
		maximumItems: maximumLookups,
		isRead: true,
	});

	return async (attempt) => {
		const given = readClientSecret(attempt);
		const client = isClientId(given.clientId) ? await find(given.clientId) : undefined;
		const isRight = timingSafeEqual(hashSecret(vault, given.secret), client?.secretHash ?? unknownHash);
		// A limit would let anyone lock a merchant out.
		if (client !== undefined && isRight && !isExpired(client, clock.now())) return client;
		failedAttempts.count(failedAttempt(attempt, client));
		if (isRight) throw expiredCredential(attempt);
		// One network then adds few client ids.
		const waitMs = (await byNetwork.count(attempt.address)) ?? (await byClient.count([fingerprintOf(given.clientId)]));
		if (waitMs !== undefined)
			throw tooManyRequests("Too many wrong secrets.", waitMs, { oauthError: "invalid_client" });
		throw invalidClient(attempt.authorization !== undefined);
	};
}

function isExpired(client: Client, now: number): boolean {
	return client.kind === "merchant" && client.expiresAt !== null && client.expiresAt <= now;
}

/** An unknown id may be a misplaced secret or card number. */
function failedAttempt({ address, requestId }: ClientAttempt, client: ClientWithSecret | undefined): FailedAttempt {
	return {
		type: "client_authentication.failed",
		object: client?.clientId ?? null,
		merchantId: client?.kind === "merchant" ? client.credential.merchant.id : null,
		caller: unauthenticated({ clientAddress: address, requestId }),
	};
}

function readClientSecret({ authorization, form }: ClientAttempt): ClientSecret {
	const fromHeader = isIgnored(authorization, form) ? undefined : parseBasic(authorization);
	const clientId = form.get("client_id") ?? fromHeader?.clientId;
	const secret = form.get("client_secret") ?? fromHeader?.secret;
	if (clientId === undefined || secret === undefined) {
		throw incompleteClient(clientId === undefined ? "client_id" : "client_secret", authorization !== undefined);
	}
	if (fromHeader !== undefined && (fromHeader.clientId !== clientId || fromHeader.secret !== secret)) {
		throw oauthProblem(
			"invalid_request",
			"The client in the Authorization header differs from the client in the form.",
		);
	}
	return { clientId, secret };
}

/** Ignores a bearer token if the form has a secret. */
function isIgnored(authorization: string | undefined, form: ReadonlyMap<string, string>): authorization is undefined {
	if (authorization === undefined) return true;
	return !/^Basic(?: |$)/i.test(authorization) && form.has("client_id") && form.has("client_secret");
}

function parseBasic(header: string): ClientSecret {
	const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? [];
	const [, clientId, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded ?? "", "base64").toString("utf8")) ?? [];
	if (clientId === undefined || secret === undefined) throw invalidClient(true);
	return { clientId, secret };
}

function incompleteClient(missing: "client_id" | "client_secret", usedHeader: boolean): Problem {
	const message = `${missing} is missing. Send client_id and client_secret in the form (application/x-www-form-urlencoded), or as HTTP Basic.`;
	return oauthProblem("invalid_client", message, { headers: challenge(usedHeader) });
}

function invalidClient(usedHeader: boolean): Problem {
	const message = "The client id or secret is wrong. Check them in the merchant's settings.";
	return oauthProblem("invalid_client", message, { headers: challenge(usedHeader) });
}

function expiredCredential({ authorization }: ClientAttempt): Problem {
	const message = "The credential has expired. Change its expiry in the merchant's settings, or create another one.";
	const headers = challenge(authorization !== undefined);
	return new Problem("credential_expired", message, { headers, oauthError: "invalid_client" });
}

function challenge(usedHeader: boolean): NonNullable<ProblemOptions["headers"]> {
	return usedHeader ? { "WWW-Authenticate": 'Basic realm="cardseal"' } : {};
}
