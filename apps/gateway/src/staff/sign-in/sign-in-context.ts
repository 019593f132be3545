import type { Vault } from "@cardseal/vault";
import type { Logger } from "pino";
import type { FailedAttempts } from "../../audit/failed-attempts.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { type SignInAttempts, signInAttempts } from "./attempts.ts";
import { type Afterwards, openAfterwards } from "./deferred-work.ts";
import { openSessions, type Sessions } from "./session.ts";

/** What the ways into the web application work with. */
export interface Doors {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	sessions: Sessions;
	attempts: SignInAttempts;
	afterwards: Afterwards;
	publicUrl: string;
	/** Whether demo accounts are printed somewhere, so that the pages should say where. */
	isSandbox: boolean;
}

export type DoorsOptions = Omit<Doors, "sessions" | "attempts" | "afterwards"> & {
	failedAttempts: FailedAttempts;
	log: Logger;
};

export function openDoors({ failedAttempts, log, ...options }: DoorsOptions): Doors {
	const { database, clocks } = options;
	const attempts = signInAttempts({ database, clock: clocks.real, failedAttempts });
	return { ...options, sessions: openSessions(options), attempts, afterwards: openAfterwards(log) };
}
