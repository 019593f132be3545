import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { withinDeadline } from "../db/request-deadline.ts";
import type { Logger } from "../log/log.ts";
import { type Backlogs, readBacklogs } from "./backlogs.store.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Prometheus waits for 10 s. */
const readLimitMs = 3_000;

/** Scrapes that come sooner get the same figures. */
const leastIntervalMs = 5_000;

interface BacklogReaderOptions {
	database: Database;
	clocks: Clocks;
	metrics: Pick<Metrics, "set">;
	/** A clock that no change of the system's clock affects. */
	elapsedMs: () => number;
	log: Logger;
}

/** Creates the function that brings the series of the database up to date, at most once in 5 s. It never throws. */
export function createBacklogReader({ database, clocks, metrics, elapsedMs, log }: BacklogReaderOptions) {
	let readAt = Number.NEGATIVE_INFINITY;
	let running: Promise<void> | undefined;

	async function read(): Promise<void> {
		try {
			const times = { realNow: clocks.real.now(), businessNow: clocks.business.now() };
			const backlogs = await withinDeadline(readLimitMs, () => readBacklogs(database, times));
			show(metrics, backlogs, times);
		} catch (error) {
			log.warn({ err: error }, "the backlogs could not be read");
			hide(metrics);
		}
		readAt = elapsedMs();
		running = undefined;
	}

	return (): Promise<void> => {
		if (running === undefined && elapsedMs() - readAt < leastIntervalMs) return Promise.resolve();
		running ??= read();
		return running;
	};
}

const states = {
	pending: ["waiting", "accepted", "unreachable", "unknown", "differs"],
	mail: ["waiting", "retrying", "failed"],
	eft: ["to_submit", "outgoing", "uncleared", "approval", "request"],
} as const;

function show(
	{ set }: Pick<Metrics, "set">,
	backlogs: Backlogs,
	{ realNow, businessNow }: { realNow: number; businessNow: number },
): void {
	const single = (value: number) => [{ value }];
	const since = (time: number | null, now: number) => single(time === null ? 0 : Math.max(0, now - time) / 1_000);
	const byState = (id: keyof typeof states) => states[id].map((state) => ({ state, value: backlogs[id][state] ?? 0 }));
	set("backlogsRead", single(1));
	set("pending", byState("pending"));
	set("pendingOldest", since(backlogs.oldestPending, realNow));
	set("noticesOpen", single(backlogs.openNotices));
	set("renewalsDue", single(backlogs.renewals));
	set("renewalLag", since(backlogs.oldestRenewal, businessNow));
	set("mail", byState("mail"));
	set("events", single(backlogs.events));
	set("deliveries", single(backlogs.deliveries));
	set("deliveryLag", since(backlogs.oldestDelivery, realNow));
	set("audit", single(backlogs.audit));
	set("auditLag", since(backlogs.oldestAudit, realNow));
	set("eft", byState("eft"));
	set(
		"keyAge",
		Object.entries(backlogs.keyAges).map(([purpose, ms]) => ({ purpose, value: ms / 1_000 })),
	);
}

/** Old figures would look like a database at rest. */
function hide({ set }: Pick<Metrics, "set">): void {
	omitBacklogs({ set });
	set("backlogsRead", [{ value: 0 }]);
}

/** Leaves the series of the database out: another process tells them. */
export function omitBacklogs({ set }: Pick<Metrics, "set">): void {
	const ids = [
		"backlogsRead",
		"pending",
		"pendingOldest",
		"noticesOpen",
		"renewalsDue",
		"renewalLag",
		"mail",
		"events",
		"deliveries",
		"deliveryLag",
		"audit",
		"auditLag",
		"eft",
		"keyAge",
	] as const;
	for (const id of ids) set(id, []);
}
