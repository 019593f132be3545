import type { StaffAdmission } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { FailedAttempts } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import type { Vault } from "@cardseal/vault";
import { createSessions, type Sessions } from "../sessions/sessions.ts";
import { createSignInAttempts, type SignInAttempts } from "./attempts.ts";
import { createDeferredWork, type DeferredWork } from "./deferred-work.ts";

export interface SignInContext {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	sessions: Sessions;
	attempts: SignInAttempts;
	deferredWork: DeferredWork;
	publicUrl: string;
	/** The origin of the virtual terminal's card frame. */
	frameOrigin: string;
	/** The origin that merchants' pages load the card form from. */
	scriptOrigin: string;
	/** The pages then show where the demo accounts are printed. */
	isSandbox: boolean;
}

export interface StaffRouteOptions {
	signInContext: SignInContext;
	admission: StaffAdmission;
}

export interface SignInPagesContext extends SignInContext {
	passkeyScript: string;
}

export type SignInContextOptions = Omit<SignInContext, "sessions" | "attempts" | "deferredWork"> & {
	failedAttempts: FailedAttempts;
	log: Logger;
};

export function createSignInContext({ failedAttempts, log, ...options }: SignInContextOptions): SignInContext {
	const { database, clocks } = options;
	const attempts = createSignInAttempts({ database, clock: clocks.real, failedAttempts });
	return { ...options, sessions: createSessions(options), attempts, deferredWork: createDeferredWork(log) };
}
