import { timingSafeEqual } from "node:crypto";
import { inBatches } from "@cardseal/batch";
import type { Vault } from "@cardseal/vault";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { FailedAttempt, FailedAttempts } from "../../audit/failed-attempts.ts";
import type { Database } from "../../db/database.ts";
import { clientNetwork } from "../../http/client-network.ts";
import { type Problem, tooManyRequests } from "../../problem.ts";
import { oauthProblem } from "../oauth-problem.ts";
import { type Client, isClientId } from "./client.ts";
import { type ClientWithSecret, findClients } from "./clients.store.ts";

interface ClientSecret {
	clientId: string;
	secret: string;
}

/** Wrong secrets a minute, after which a client id or a network has to wait (rule O-24). */
const failuresPerClient = 20;
const failuresPerNetwork = 60;
const windowSeconds = 60;

/** Of a client id that is none of ours, no more is remembered. */
const rememberedCharacters = 64;

/** Client ids in one query. */
const maximumLookups = 200;

export interface ClientAttempt {
	authorization: string | undefined;
	form: ReadonlyMap<string, string>;
	address: string;
	requestId: string;
}

/** Finds out which client is calling an endpoint of the authorization service. */
export type AuthenticateClient = (attempt: ClientAttempt) => Promise<Client>;

/** The stored form of a secret: secrets are random 256-bit strings, so one keyed hash is enough (ASVS 6.5.2). */
export function hashSecret(vault: Vault, secret: string): Buffer {
	return vault.mac("client_secret", secret);
}

export interface ClientAuthenticationOptions {
	vault: Vault;
	database: Database;
	/** Told of every wrong secret, whether or not somebody has the client id. */
	failedAttempts: FailedAttempts;
}

/** Client authentication by Basic header, by form, or by both when they agree (decisions §6, RFC 6749 §2.3.1). */
export function createClientAuthentication({
	vault,
	database,
	failedAttempts,
}: ClientAuthenticationOptions): AuthenticateClient {
	const byClient = new RateLimiterMemory({ points: failuresPerClient, duration: windowSeconds });
	const byNetwork = new RateLimiterMemory({ points: failuresPerNetwork, duration: windowSeconds });
	// Compared against when the client does not exist, so that both cases do the same work.
	const nobodysHash = hashSecret(vault, "");

	const find = inBatches({
		run: (clientIds: string[]) => findClients(database, clientIds),
		maximumItems: maximumLookups,
	});

	return async (attempt) => {
		const given = readClientSecret(attempt);
		const client = isClientId(given.clientId) ? await find(given.clientId) : undefined;
		const isRight = timingSafeEqual(hashSecret(vault, given.secret), client?.secretHash ?? nobodysHash);
		// A right secret passes whatever others tried under its client id: nobody guesses 256 bits, but anybody could lock
		// a merchant out.
		if (client !== undefined && isRight) return client;
		failedAttempts.count(failedAttempt(attempt, client));
		await countFailure(byClient, failuresPerClient, given.clientId.slice(0, rememberedCharacters));
		await countFailure(byNetwork, failuresPerNetwork, clientNetwork(attempt.address));
		throw invalidClient(attempt.authorization !== undefined);
	};
}

/** A client id that is nobody's is not kept: it may be a secret or a card number in the wrong place. */
function failedAttempt({ address, requestId }: ClientAttempt, client: ClientWithSecret | undefined): FailedAttempt {
	return {
		type: "client_authentication.failed",
		object: client?.clientId ?? null,
		merchantId: client?.kind === "merchant" ? client.credential.merchant.id : null,
		caller: { actor: { kind: "nobody" }, clientAddress: address, requestId },
	};
}

function readClientSecret({ authorization, form }: ClientAttempt): ClientSecret {
	const fromHeader = authorization === undefined ? undefined : parseBasic(authorization);
	const clientId = form.get("client_id") ?? fromHeader?.clientId;
	const secret = form.get("client_secret") ?? fromHeader?.secret;
	if (clientId === undefined || secret === undefined) throw invalidClient(authorization !== undefined);
	if (fromHeader !== undefined && (fromHeader.clientId !== clientId || fromHeader.secret !== secret)) {
		throw oauthProblem("invalid_request", "The client in the Authorization header and the one in the form differ.");
	}
	return { clientId, secret };
}

/** `Basic base64(id:secret)`, split at the first colon. */
function parseBasic(header: string): ClientSecret {
	const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? [];
	const [, clientId, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded ?? "", "base64").toString("utf8")) ?? [];
	if (clientId === undefined || secret === undefined) throw invalidClient(true);
	return { clientId, secret };
}

function invalidClient(usedHeader: boolean): Problem {
	const message = "The client id or secret is not right. Check them in the merchant's settings.";
	const headers = usedHeader ? { "WWW-Authenticate": 'Basic realm="cardseal"' } : {};
	return oauthProblem("invalid_client", message, { headers });
}

/** @throws Problem 429 when there were too many failures before this one */
async function countFailure(limiter: RateLimiterMemory, points: number, key: string): Promise<void> {
	const state = await limiter.penalty(key);
	if (state.consumedPoints <= points) return;
	throw tooManyRequests("Too many wrong secrets.", state.msBeforeNext, { oauthError: "invalid_client" });
}
