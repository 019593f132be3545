import { randomBytes } from "node:crypto";
import type { Merchant, Rank } from "@cardseal/merchants";
import { type Clocks, newLookupId, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { csrfTokenOf } from "@cardseal/platform/pages";
import type { Vault } from "@cardseal/vault";
import type { SecondFactors } from "../second-factor/second-factor.store.ts";
import { type ClientInformation, describeBrowser } from "./client-information.ts";
import {
	deleteSessions,
	findSession,
	insertSession,
	listSessions,
	lockSession,
	replaceToken,
	type SecondFactorState,
	touchSession,
} from "./sessions.store.ts";

export const sessionExpired = () => new Problem("session_expired", "Your session has expired. Sign in again.");

export interface SignedInStaff extends Rank, SecondFactors {
	id: number;
	/** The demo twin of a live merchant. */
	merchantId: number;
	email: string;
	name: string;
}

export interface StaffSession {
	sessionId: string;
	staff: SignedInStaff;
	/** Their own one, and its live merchant if it is a demo twin. */
	merchants: Merchant[];
	merchant: Merchant;
	csrfToken: string;
	secondFactorDone: boolean;
	/** True for five minutes after a step-up. */
	isSteppedUp: boolean;
	/** The session needs it before it is usable. */
	missing: "second_factor" | "enrolment" | undefined;
	createdAt: number;
}

export interface SessionsOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
}

export interface Sessions {
	read(token: string | undefined): Promise<StaffSession | undefined>;
	/** The caller must have authenticated the id; it counts as no use. */
	find(sessionId: string): Promise<Omit<StaffSession, "csrfToken" | "isSteppedUp"> | undefined>;
	open(
		transaction: Database,
		member: OpeningStaff,
		opening: ClientInformation & { caller: Caller; secondFactorDone?: boolean },
	): Promise<string>;
	renew(
		transaction: Database,
		session: StaffSession,
		change: { secondFactorDone: boolean; steppedUpAt?: number },
	): Promise<string>;
	list(staffId: number): ReturnType<typeof listSessions>;
	/** `false` when it is not theirs. */
	end(transaction: Database, ending: SessionEnding): Promise<boolean>;
	endAll(transaction: Database, ending: Omit<SessionEnding, "sessionId"> & { except?: string }): Promise<void>;
}

export interface OpeningStaff {
	id: number;
	merchantId: number;
}

export interface SessionEnding {
	staff: OpeningStaff;
	sessionId: string;
	caller: Caller;
}

export function memberOf({ staff }: Pick<StaffSession, "staff">): OpeningStaff {
	return { id: staff.id, merchantId: staff.merchantId };
}

/** They need a second factor in both modes. */
export function isLiveStaff({ merchants }: Pick<StaffSession, "merchants">): boolean {
	return merchants.some(({ mode }) => mode === "live");
}

/** Without a request (PCI DSS 8.2.8). */
const idleMs = 15 * 60_000;

const longestMs = 12 * 3_600_000;

/** A session may expire early by this much, but never late. */
const touchIntervalMs = 10_000;

export const stepUpMs = 5 * 60_000;

const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

/** A session ended on one gateway is ended on all. */
export function createSessions({ database, vault, clocks }: SessionsOptions): Sessions {
	const hashOf = (token: string) => vault.mac("sign_in", `session ${token}`);
	const { real } = clocks;
	return {
		async read(token) {
			if (token === undefined || !tokenPattern.test(token)) return undefined;
			const now = real.now();
			const row = await findSession(database, { by: { tokenHash: hashOf(token) }, now, idleSince: now - idleMs });
			if (row === undefined) return undefined;
			const { lastSeenAt, steppedUpAt, ...session } = row;
			if (now - lastSeenAt >= touchIntervalMs) await touchSession(database, session.sessionId, now);
			const isSteppedUp = steppedUpAt !== null && now < steppedUpAt + stepUpMs;
			const [merchant] = session.merchants;
			return { ...session, merchant, isSteppedUp, csrfToken: csrfTokenOf(token), missing: missingIn(session) };
		},

		async find(sessionId) {
			const now = real.now();
			const row = await findSession(database, { by: { sessionId }, now, idleSince: now - idleMs });
			return row && { ...row, merchant: row.merchants[0], missing: missingIn(row) };
		},

		async open(transaction, member, { caller, clientAddress, userAgent, secondFactorDone = false }) {
			const token = randomBytes(tokenBytes).toString("base64url");
			const now = real.now();
			const sessionId = newLookupId();
			await insertSession(transaction, {
				token_hash: hashOf(token),
				session_id: sessionId,
				staff_id: member.id,
				created_at: now,
				last_seen_at: now,
				expires_at: now + longestMs,
				second_factor_done: secondFactorDone,
				client_address: clientAddress,
				user_agent: describeBrowser(userAgent),
			});
			const about = { object: String(member.id), merchantId: member.merchantId, caller };
			await recordEvent(transaction, clocks, { ...about, type: "session.opened", details: { session: sessionId } });
			return token;
		},

		async renew(transaction, { sessionId }, { secondFactorDone, steppedUpAt }) {
			const token = randomBytes(tokenBytes).toString("base64url");
			const values = {
				token_hash: hashOf(token),
				second_factor_done: secondFactorDone,
				...(steppedUpAt !== undefined && { stepped_up_at: steppedUpAt }),
			};
			if (await replaceToken(transaction, sessionId, values)) return token;
			throw new Error("A session that has ended cannot be renewed.");
		},

		list(staffId) {
			const now = real.now();
			return listSessions(database, { staffId, now, idleSince: now - idleMs });
		},

		async end(transaction, { staff, sessionId, caller }) {
			const ended = await deleteSessions(transaction, staff.id, { only: sessionId });
			await recordEnds(transaction, clocks, { staff, caller }, ended);
			return ended.length > 0;
		},

		endAll(transaction, ending) {
			return endSessions(transaction, clocks, ending);
		},
	};
}

/**
 * The session must still be valid after a slow password check.
 *
 * @returns the current second factor
 * @throws Problem 401 when the session has ended
 */
export async function lockSessionOf(
	transaction: Database,
	{ staff, sessionId }: Pick<StaffSession, "staff" | "sessionId">,
): Promise<SecondFactorState> {
	const held = await lockSession(transaction, { staffId: staff.id, sessionId });
	if (held === undefined) throw sessionExpired();
	return held;
}

/** Needs no vault, so the command line can call it. */
export async function endSessions(
	transaction: Database,
	clocks: Clocks,
	{ staff, caller, except }: Omit<SessionEnding, "sessionId"> & { except?: string },
): Promise<void> {
	const ended = await deleteSessions(transaction, staff.id, { except });
	await recordEnds(transaction, clocks, { staff, caller }, ended);
}

async function recordEnds(
	transaction: Database,
	clocks: Clocks,
	{ staff, caller }: Pick<SessionEnding, "staff" | "caller">,
	ended: string[],
): Promise<void> {
	const about = { object: String(staff.id), merchantId: staff.merchantId, caller };
	for (const session of ended) {
		await recordEvent(transaction, clocks, { ...about, type: "session.ended", details: { session } });
	}
}

/** Real money and real cards need one (PCI DSS 8.4.2). */
function missingIn(session: Pick<StaffSession, "staff" | "merchants" | "secondFactorDone">) {
	if (session.secondFactorDone) return undefined;
	if (session.staff.hasSecondFactor) return "second_factor";
	return isLiveStaff(session) ? "enrolment" : undefined;
}

declare module "@cardseal/platform/http-env" {
	interface RequestVariables {
		staffSession: StaffSession;
	}
}
