import { randomBytes } from "node:crypto";
import { inBatches } from "@cardseal/batch";
import type { FindCardSession } from "@cardseal/vault";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { Problem } from "../problem.ts";
import { clientNetwork } from "./client-network.ts";
import { type FormOwner, findFormOwner } from "./form-owner.ts";
import { findSessions, insertSession } from "./sessions.store.ts";

// Why no session is opened. The form in the frame tells these apart by their status.
const refusals = {
	tooMany: (seconds: number) =>
		new Problem("TOO_MANY_REQUESTS", `Too many card forms were opened from here. Try again in ${seconds} s.`, {
			headers: { "Retry-After": String(seconds) },
		}),
	unknownKey: () =>
		new Problem("NOT_FOUND", "Nobody here has this public key. Copy it again from the merchant's settings."),
	originNotAllowed: () =>
		new Problem(
			"FORBIDDEN",
			"This public key is not allowed on this page's origin. Allow it in the merchant's settings.",
		),
};

/** How long a card form may stay open before its token has to be made. */
const sessionMilliseconds = 3_600_000;

/** Sessions that one network may open: a payer with many tabs needs a few, somebody who tests stolen cards thousands. */
const sessionsPerNetwork = 20;
const windowSeconds = 60;

/** Sessions in one query. */
const maximumLookups = 200;

export interface SessionRequest {
	publicKey: string;
	/** The page that the form stands in. */
	origin: string;
	/** The payer's address. */
	address: string;
}

/** A session as the form is told of it. Times are real, in ms since 1970. */
export interface OpenedSession {
	/** 32 hexadecimal digits, to be sealed into the token. */
	sessionId: string;
	serverTime: number;
	expiresAt: number;
	environment: FormOwner["environment"];
	allowedOrigins: string[];
}

/**
 * Opens sessions of the hosted card form: each gives one token, within an hour.
 *
 * The function it returns throws Problem 404 for an unknown key, 403 for an origin that is not allowed, and 429.
 */
export function sessionOpening(database: Database, clocks: Clocks) {
	const limiter = new RateLimiterMemory({ points: sessionsPerNetwork, duration: windowSeconds });
	return async ({ publicKey, origin, address }: SessionRequest): Promise<OpenedSession> => {
		const network = clientNetwork(address);
		await countSession(limiter, network);
		const owner = await findFormOwner(database, publicKey);
		if (owner === undefined) throw refusals.unknownKey();
		if (!owner.allowedOrigins.includes(origin)) throw refusals.originNotAllowed();
		const now = clocks.real.now();
		const id = randomBytes(16);
		const expiresAt = now + sessionMilliseconds;
		await insertSession(database, {
			id,
			merchant_id: owner.merchantId,
			origin,
			client_network: network,
			created_at: now,
			expires_at: expiresAt,
		});
		const { environment, allowedOrigins } = owner;
		return { sessionId: id.toString("hex"), serverTime: now, expiresAt, environment, allowedOrigins };
	};
}

/** @throws Problem 429 when this network has had its share; what is refused counts no less */
async function countSession(limiter: RateLimiterMemory, network: string): Promise<void> {
	const state = await limiter.penalty(network);
	if (state.consumedPoints <= sessionsPerNetwork) return;
	throw refusals.tooMany(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
}

/** How the vault looks sessions up: tokens of the same moment share a query. */
export function sessionLookup(database: Database): FindCardSession {
	return inBatches({ run: (ids: string[]) => findSessions(database, ids), maximumItems: maximumLookups });
}
