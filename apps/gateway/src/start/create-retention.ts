import type { Clocks } from "@cardseal/platform";
import { type Database, readDatabaseNow } from "@cardseal/platform/db";
import type { Job } from "@cardseal/platform/jobs";
import { eraseOldPayments } from "../personal-data/old-payments.store.ts";
import { retentionJob } from "../retention/retention.job.ts";
import { createRetentionClock } from "../retention/retention-clock.ts";
import { mailClock } from "./create-mail.ts";
import { elapsedMsOf, type Starting } from "./starting.ts";

const day = 24 * 3_600_000;

export function createRetentionJob(starting: Starting, database: Database, { real, business }: Clocks): Job {
	const { ports, config, log } = starting;
	const elapsedMs = elapsedMsOf(starting);
	const databaseNow = ports.databaseNow ?? (() => readDatabaseNow(database));
	const clock = createRetentionClock({ real, elapsedMs, databaseNow, log });
	const mail = mailClock({ config }, { real, business });
	const personalDataMs = config.personalDataDays * day;
	const mailAheadMs = () => mail.now() - real.now();
	return retentionJob({ database, clock, personalDataMs, eraseOldPayments, elapsedMs, mailAheadMs });
}
