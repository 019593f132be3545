import { randomBytes } from "node:crypto";
import type { Vault } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { Problem } from "../../problem.ts";
import type { Rank } from "../members/role.ts";
import { type ClientInformation, describeBrowser } from "./client-information.ts";
import { csrfTokenOf } from "./csrf.ts";
import {
	deleteSessions,
	findSession,
	insertSession,
	type ListedSession,
	listSessions,
	lockSession,
	replaceToken,
	type SecondFactorState,
	touchSession,
} from "./sessions.store.ts";

/** The answer to whoever has a session no more. */
export const sessionOver = () => new Problem("UNAUTHORIZED", "Your session is over. Sign in again.");

/** Who is signed in. */
export interface SignedInStaff extends Rank {
	id: number;
	email: string;
	name: string;
	hasSecondFactor: boolean;
}

/** A session of a browser in which a staff member has given their password. */
export interface StaffSession {
	/** What it is known by; of no use to whoever has it. */
	sessionId: string;
	staff: SignedInStaff;
	merchant: Merchant;
	/** Goes with every form and request that changes something. */
	csrfToken: string;
	secondFactorDone: boolean;
	/** What has to come before the session is good for anything else; `undefined` when nothing has. */
	missing: "second_factor" | "enrolment" | undefined;
	/** The sign-in, ms since 1970. */
	createdAt: number;
}

export interface SessionsOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
}

export interface Sessions {
	/** The session of a cookie's value; `undefined` when it is over, or never was. */
	read(token: string | undefined): Promise<StaffSession | undefined>;
	/** Begins a session and returns what its cookie holds. */
	open(
		transaction: Database,
		member: OpeningStaff,
		clientInformation: ClientInformation & { caller: Caller },
	): Promise<string>;
	/** Gives a session another token, as whoever knew the former one must not have the new power; returns the token. */
	renew(transaction: Database, session: StaffSession, change: { secondFactorDone: boolean }): Promise<string>;
	/** Where a staff member is signed in, the last used one first. */
	list(staffId: number): Promise<ListedSession[]>;
	/** Ends one session of a staff member; `false` when it is none of theirs. */
	end(transaction: Database, ending: SessionEnding): Promise<boolean>;
	/** Ends all of a staff member's sessions, on every gateway at once, but for one when that is said. */
	endAll(transaction: Database, ending: Omit<SessionEnding, "sessionId"> & { except?: string }): Promise<void>;
}

/** As much of a staff member as a session begins with. */
export interface OpeningStaff {
	id: number;
	merchantId: number;
}

export interface SessionEnding {
	staff: OpeningStaff;
	sessionId: string;
	caller: Caller;
}

/** Whose session it is, as far as another one of theirs is concerned. */
export function memberOf({ staff, merchant }: StaffSession): OpeningStaff {
	return { id: staff.id, merchantId: merchant.id };
}

/** A session without a request ends after this (PCI DSS 8.2.8). */
const idleMs = 15 * 60_000;

/** … and with however many after this. */
const longestMs = 12 * 3_600_000;

/** How late a use may be noted. A session ends by so much too early at most, and never too late. */
const touchIntervalMs = 10_000;

const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

/** Keeps the sessions of staff. They live in the database, so that what ends on one gateway has ended on all. */
export function createSessions({ database, vault, clocks }: SessionsOptions): Sessions {
	const hashOf = (token: string) => vault.mac("sign_in", `session ${token}`);
	const { real } = clocks;
	return {
		async read(token) {
			if (token === undefined || !tokenPattern.test(token)) return undefined;
			const now = real.now();
			const row = await findSession(database, { tokenHash: hashOf(token), now, idleSince: now - idleMs });
			if (row === undefined) return undefined;
			const { lastSeenAt, ...session } = row;
			if (now - lastSeenAt >= touchIntervalMs) await touchSession(database, session.sessionId, now);
			return { ...session, csrfToken: csrfTokenOf(token), missing: missingIn(session) };
		},

		async open(transaction, member, { caller, clientAddress, userAgent }) {
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
				second_factor_done: false,
				client_address: clientAddress,
				user_agent: describeBrowser(userAgent),
			});
			const about = { object: String(member.id), merchantId: member.merchantId, caller };
			await recordEvent(transaction, clocks, { ...about, type: "session.opened", details: { session: sessionId } });
			return token;
		},

		async renew(transaction, { sessionId }, { secondFactorDone }) {
			const token = randomBytes(tokenBytes).toString("base64url");
			const values = { token_hash: hashOf(token), second_factor_done: secondFactorDone };
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
 * Has a session, and whose it is, to itself until the transaction ends: what somebody changes about how they sign in is theirs
 * to change as long as they are signed in, however long their password was being checked.
 *
 * @returns what there is of a second factor by now
 * @throws Problem 401 when it has ended meanwhile
 */
export async function lockSessionOf(
	transaction: Database,
	{ staff, sessionId }: StaffSession,
): Promise<SecondFactorState> {
	const held = await lockSession(transaction, { staffId: staff.id, sessionId });
	if (held === undefined) throw sessionOver();
	return held;
}

/** Ends all of a staff member's sessions, but for one when that is said: also where there is no vault to read any with. */
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

/** Real money and real cards are never behind a password alone (PCI DSS 8.4.2). */
function missingIn({ staff, merchant, secondFactorDone }: Omit<StaffSession, "csrfToken" | "missing">) {
	if (secondFactorDone) return undefined;
	if (staff.hasSecondFactor) return "second_factor";
	return merchant.mode === "live" ? "enrolment" : undefined;
}
