import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { system } from "./event.ts";
import { createFailedAttempts, type FailedAttempts } from "./failed-attempts.ts";
import { headFileIn } from "./head-file.ts";
import { recordEvent } from "./record.ts";
import { createSealer, type JudgeLostHead } from "./seal.ts";

export interface AuditOptions {
	database: Database;
	vault: Pick<Vault, "mac">;
	clocks: Clocks;
	dataDirectory: string;
	judgeLostHead?: JudgeLostHead;
}

export interface Audit {
	failedAttempts: FailedAttempts;
	start(): Promise<void>;
	seal(): Promise<void>;
	stop(): Promise<void>;
}

export async function createAudit({
	database,
	vault,
	clocks,
	dataDirectory,
	...judging
}: AuditOptions): Promise<Audit> {
	const failedAttempts = createFailedAttempts(database, clocks);
	const seal = await createSealer({
		database,
		mac: (message) => vault.mac("audit", message),
		clock: clocks.real,
		headFile: headFileIn(dataDirectory),
		...judging,
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
