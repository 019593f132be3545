import { type Clock, tooManyRequests } from "@cardseal/platform";
import { type FailedAttempts, staffMember, unauthenticated } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { createNetworkLimit } from "@cardseal/platform/network";
import { type AttemptedAccount, claimAttempt, forgetAttempts, giveAttemptBack } from "./attempts.store.ts";

/** Consecutive (PCI DSS 8.3.4). */
const attemptsPerAccount = 10;
const lockMs = 30 * 60_000;

/** Across all accounts. */
const failuresPerNetwork = [60, 120, 240] as const;
const windowMs = 10 * 60_000;

const mailsPerNetwork = [20, 40, 80] as const;

export interface AttemptOrigin {
	clientAddress: string;
	requestId: string;
}

export interface AttemptSuccess extends AttemptedAccount {
	origin: AttemptOrigin;
	isIn: boolean;
}

export interface SignInAttempts {
	/** @throws Problem 429 when the network has failed too often */
	requireRoom(origin: AttemptOrigin): Promise<void>;
	/** @throws Problem 429 when the network has requested too many */
	requireRoomForMail(origin: AttemptOrigin): Promise<void>;
	/** `false` while the account is locked for such a browser. */
	claim(account: AttemptedAccount): Promise<boolean>;
	succeed(transaction: Database, success: AttemptSuccess): Promise<void>;
	/** @param member `undefined` for an unknown address */
	fail(origin: AttemptOrigin, member: { id: number; merchantId: number } | undefined): void;
	/** @param route its method and path */
	failStepUp(origin: AttemptOrigin, member: { id: number; merchantId: number }, route: string): void;
}

export interface SignInAttemptsOptions {
	database: Database;
	clock: Clock;
	failedAttempts: FailedAttempts;
}

/** Counts passwords and codes alike, at all gateways. */
export function createSignInAttempts({ database, clock, failedAttempts }: SignInAttemptsOptions): SignInAttempts {
	const options = { database, clock, windowMs };
	const failures = createNetworkLimit({ ...options, name: "sign_in", limits: failuresPerNetwork });
	const mails = createNetworkLimit({ ...options, name: "mail", limits: mailsPerNetwork });
	return {
		async requireRoom({ clientAddress }) {
			const waitMs = await failures.count(clientAddress);
			if (waitMs !== undefined) throw tooManyRequests("There were too many wrong attempts from your network.", waitMs);
		},
		async requireRoomForMail({ clientAddress }) {
			const waitMs = await mails.count(clientAddress);
			if (waitMs !== undefined) throw tooManyRequests("Your network has requested too many mails.", waitMs);
		},
		claim(account) {
			const now = clock.now();
			return claimAttempt(database, account, { now, limit: attemptsPerAccount, lockedUntil: now + lockMs });
		},
		async succeed(transaction, { origin, isIn, ...account }) {
			await failures.giveBack(origin.clientAddress, transaction);
			await (isIn ? forgetAttempts(transaction, account) : giveAttemptBack(transaction, account));
		},
		fail({ clientAddress, requestId }, member) {
			failedAttempts.count({
				type: "sign_in.failed",
				object: member === undefined ? null : String(member.id),
				merchantId: member?.merchantId ?? null,
				caller: unauthenticated({ clientAddress, requestId }),
			});
		},
		failStepUp(origin, { id, merchantId }, route) {
			const caller = staffMember(id, origin);
			failedAttempts.count({ type: "step_up.failed", object: String(id), details: { route }, merchantId, caller });
		},
	};
}
