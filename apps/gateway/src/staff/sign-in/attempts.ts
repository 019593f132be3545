import { RateLimiterMemory } from "rate-limiter-flexible";
import type { FailedAttempts } from "../../audit/failed-attempts.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { clientNetwork } from "../../http/client-network.ts";
import { tooManyRequests } from "../../problem.ts";
import { type AttemptedAccount, claimAttempt, forgetAttempts, giveAttemptBack } from "./attempts.store.ts";

/** Wrong attempts in a row, after which an account is locked (PCI DSS 8.3.4). */
const attemptsPerAccount = 10;
const lockMs = 30 * 60_000;

/** Wrong attempts of a network, after which it has to wait, whatever accounts they were about. */
const failuresPerNetwork = 60;
const networkWindowSeconds = 600;

/** Mails that a network may have sent to whatever accounts, within the same time. */
const mailsPerNetwork = 20;

/** Where an attempt comes from. */
export interface AttemptOrigin {
	clientAddress: string;
	requestId: string;
}

/** An attempt that was right. */
export interface AttemptSuccess extends AttemptedAccount {
	origin: AttemptOrigin;
	/** Whether it was the last step. */
	isIn: boolean;
}

export interface SignInAttempts {
	/**
	 * Counts an attempt at its network beforehand, so that many at once cannot outrun the count.
	 *
	 * @throws Problem 429 when the network has failed too often
	 */
	requireRoom(origin: AttemptOrigin): Promise<void>;
	/** Counts a mail that a stranger asks for. @throws Problem 429 when the network has asked for too many */
	requireRoomForMail(origin: AttemptOrigin): Promise<void>;
	/** Counts an attempt at an account beforehand; `false` while it is locked for browsers of this kind. */
	claim(account: AttemptedAccount): Promise<boolean>;
	/** After a right password or code: takes the counts back. */
	succeed(transaction: Database, success: AttemptSuccess): Promise<void>;
	/** After a wrong one. @param member whose account it was tried at; `undefined` for a name that is nobody's */
	fail(origin: AttemptOrigin, member: { id: number; merchantId: number } | undefined): void;
}

export interface SignInAttemptsOptions {
	database: Database;
	/** Real time. */
	clock: Clock;
	failedAttempts: FailedAttempts;
}

/**
 * Counts attempts to sign in: at an account in the database, so that the count holds on all gateways, and from a network
 * in memory. Passwords and codes count alike.
 */
export function signInAttempts({ database, clock, failedAttempts }: SignInAttemptsOptions): SignInAttempts {
	const byNetwork = new RateLimiterMemory({ points: failuresPerNetwork, duration: networkWindowSeconds });
	const mails = new RateLimiterMemory({ points: mailsPerNetwork, duration: networkWindowSeconds });
	return {
		async requireRoom({ clientAddress }) {
			const state = await byNetwork.penalty(clientNetwork(clientAddress));
			if (state.consumedPoints <= failuresPerNetwork) return;
			throw tooManyRequests("There were too many wrong attempts from your network.", state.msBeforeNext);
		},
		async requireRoomForMail({ clientAddress }) {
			const state = await mails.penalty(clientNetwork(clientAddress));
			if (state.consumedPoints <= mailsPerNetwork) return;
			throw tooManyRequests("Your network has asked for too many mails.", state.msBeforeNext);
		},
		claim(account) {
			const now = clock.now();
			return claimAttempt(database, account, { now, limit: attemptsPerAccount, lockedUntil: now + lockMs });
		},
		async succeed(transaction, { origin, isIn, ...account }) {
			await byNetwork.reward(clientNetwork(origin.clientAddress));
			await (isIn ? forgetAttempts(transaction, account) : giveAttemptBack(transaction, account));
		},
		fail({ clientAddress, requestId }, member) {
			failedAttempts.count({
				type: "sign_in.failed",
				object: member === undefined ? null : String(member.id),
				merchantId: member?.merchantId ?? null,
				caller: { actor: { kind: "nobody" }, clientAddress, requestId },
			});
		},
	};
}
