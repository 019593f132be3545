import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Job } from "../jobs/repeat.ts";
import { system } from "./event.ts";
import { createFailedAttempts } from "./failed-attempts.ts";
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

/** @throws ConfigError for an unreadable head */
export async function createAudit({ database, vault, clocks, dataDirectory, ...judging }: AuditOptions) {
	const failedAttempts = createFailedAttempts(database, clocks);
	const seal = await createSealer({
		database,
		mac: (message) => vault.mac("audit", message),
		clock: clocks.real,
		headFile: headFileIn(dataDirectory),
		...judging,
	});
	const record = (type: "gateway.started" | "gateway.stopped") =>
		recordEvent(database, clocks, { type, object: null, merchantId: null, caller: system("gateway") });
	return {
		failedAttempts,
		start: () => record("gateway.started"),
		async seal(): Promise<void> {
			await failedAttempts.write();
			await seal();
		},
		async stop(): Promise<void> {
			await failedAttempts.write({ all: true });
			await record("gateway.stopped");
			await seal();
		},
	};
}

/** An event can be changed unnoticed for a second. */
export function auditJob({ seal }: Pick<Awaited<ReturnType<typeof createAudit>>, "seal">): Job {
	return { name: "audit", everyMs: 1_000, run: seal };
}
