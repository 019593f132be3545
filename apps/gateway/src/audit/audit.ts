import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { system } from "./event.ts";
import { FailedAttempts } from "./failed-attempts.ts";
import { headFileIn } from "./head-file.ts";
import { recordEvent } from "./record.ts";
import { openSealer } from "./seal.ts";

export interface AuditOptions {
	database: Database;
	vault: Pick<Vault, "mac">;
	clocks: Clocks;
	/** Where the chain's last head is kept, apart from the database. */
	dataDirectory: string;
}

/** The audit log as a gateway keeps it. */
export interface Audit {
	/** To be told of whoever was not let in. */
	failedAttempts: FailedAttempts;
	/** Writes down that this gateway has started. */
	start(): Promise<void>;
	/** Writes what was counted, and seals all that waits. */
	seal(): Promise<void>;
	/** Writes down that this gateway stops, and seals that, too. */
	stop(): Promise<void>;
}

/** @throws ConfigError when the head that was kept cannot be read */
export async function openAudit({ database, vault, clocks, dataDirectory }: AuditOptions): Promise<Audit> {
	const failedAttempts = new FailedAttempts(database, clocks);
	const seal = await openSealer({
		database,
		mac: (message) => vault.mac("audit", message),
		clock: clocks.real,
		headFile: headFileIn(dataDirectory),
	});
	const about = { object: null, merchantId: null, caller: system("gateway") };
	return {
		failedAttempts,
		start: () => recordEvent(database, clocks, { ...about, type: "gateway.started" }),
		async seal() {
			await failedAttempts.write();
			await seal();
		},
		async stop() {
			await failedAttempts.write({ all: true });
			await recordEvent(database, clocks, { ...about, type: "gateway.stopped" });
			await seal();
		},
	};
}
