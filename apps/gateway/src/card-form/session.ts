import { randomBytes } from "node:crypto";
import { inBatches } from "@cardseal/batch";
import { cardTestingLimitsOf } from "@cardseal/customers/gateway";
import { findMerchant } from "@cardseal/merchants";
import { type Clocks, type Language, Problem, tooManyRequests } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { clientNetwork, createNetworkLimit } from "@cardseal/platform/network";
import type { Browser, FindCardSession } from "@cardseal/vault";
import { admitForm, type FormRequest } from "./form-owner.ts";
import { findSessions, insertSession, insertSessionWithin } from "./sessions.store.ts";

// The form distinguishes these by status.
const refusals = {
	tooMany: (milliseconds: number) =>
		tooManyRequests("Too many card forms were opened from your network.", milliseconds),
	key: () => new Problem("public_key_not_found", "Unknown public key. Copy it again from the merchant's settings."),
	origin: () =>
		new Problem(
			"origin_not_allowed",
			"This public key is not allowed on this page's origin. Allow it in the merchant's settings.",
		),
};

/** The time to create its token. */
const sessionMs = 3_600_000;

/** A payer with many tabs needs a few, a card tester thousands. Mobile carriers have thousands of payers in a /48. */
const sessionsPerNetwork = [20, 100, 1_000] as const;
const windowMs = 60_000;

const maximumLookups = 200;

interface SessionRequest extends FormRequest {
	address: string;
	language: Language | undefined;
	browser: Browser | undefined;
}

interface SessionOpenerOptions {
	database: Database;
	clocks: Clocks;
}

/** @throws Problem 404 for an unknown key, 403 for an origin that is not allowed, 429 */
export function createSessionOpener(options: SessionOpenerOptions) {
	const { database, clocks } = options;
	const sessions = createNetworkLimit({
		database,
		clock: { now: () => clocks.real.now() },
		name: "card_form",
		limits: sessionsPerNetwork,
		windowMs,
	});
	return async (request: SessionRequest) => {
		const waitMs = await sessions.count(request.address);
		if (waitMs !== undefined) throw refusals.tooMany(waitMs);
		try {
			return await openSession(options, request, clientNetwork(request.address));
		} catch (error) {
			// An internal error gave out no session.
			if (!(error instanceof Problem)) await sessions.giveBack(request.address);
			throw error;
		}
	};
}

async function openSession({ database, clocks }: SessionOpenerOptions, request: SessionRequest, network: string) {
	const now = clocks.real.now();
	const admission = await admitForm(database, request);
	if (admission.refusal !== null) throw refusals[admission.refusal]();
	const { merchantId, environment } = admission.owner;
	const id = randomBytes(16);
	const expiresAt = now + sessionMs;
	const session = {
		id,
		merchant_id: merchantId,
		origin: request.origin,
		client_network: network,
		language: request.language ?? null,
		browser: request.browser === undefined ? null : JSON.stringify(request.browser),
		created_at: now,
		expires_at: expiresAt,
	};
	const merchant = await findMerchant(database, { id: merchantId });
	const limits = merchant && cardTestingLimitsOf(merchant);
	if (limits === undefined) await insertSession(database, session);
	else if (!(await insertSessionWithin(database, session, limits.sessions_per_minute))) {
		throw refusals.tooMany(windowMs);
	}
	return { session_id: id.toString("hex"), server_time: now, expires_at: expiresAt, environment };
}

export function createSessionLookup(database: Database): FindCardSession {
	return inBatches({ run: (ids: string[]) => findSessions(database, ids), maximumItems: maximumLookups, isRead: true });
}
