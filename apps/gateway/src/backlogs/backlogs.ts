import type { Clocks } from "@cardseal/platform";
import { type Database, withinDeadline } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import { type BacklogId, backlogIds, type Metrics, type ValuesOf } from "@cardseal/platform/telemetry";
import { type Backlogs, readBacklogs, type Times } from "./backlogs.store.ts";

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
			const values = valuesOf(backlogs, times);
			const show = <Id extends BacklogId>(id: Id) => metrics.set(id, values[id]);
			backlogIds.forEach(show);
		} catch (error) {
			log.warn({ err: error }, "the backlogs could not be read");
			// Old figures would look like a database at rest.
			omitBacklogs(metrics);
			metrics.set("backlogsRead", [{ value: 0 }]);
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
	pending: ["waiting", "accepted", "payer", "unreachable", "unknown", "differs"],
	mail: ["waiting", "retrying", "failed"],
	eft: ["to_submit", "outgoing", "uncleared", "approval", "request"],
} as const;

function valuesOf(backlogs: Backlogs, { realNow, businessNow }: Times): { [Id in BacklogId]: ValuesOf<Id> } {
	const single = (value: number) => [{ value }];
	const since = (time: number | null, now: number) => single(time === null ? 0 : Math.max(0, now - time) / 1_000);
	const byState = (id: keyof typeof states) => states[id].map((state) => ({ state, value: backlogs[id][state] ?? 0 }));
	return {
		backlogsRead: single(1),
		pending: byState("pending"),
		pendingOldest: since(backlogs.oldestPending, realNow),
		processorEventsOpen: single(backlogs.openProcessorEvents),
		renewalsDue: single(backlogs.renewals),
		renewalLag: since(backlogs.oldestRenewal, businessNow),
		mail: byState("mail"),
		events: single(backlogs.events),
		deliveries: single(backlogs.deliveries),
		deliveryLag: since(backlogs.oldestDelivery, realNow),
		audit: single(backlogs.audit),
		auditLag: since(backlogs.oldestAudit, realNow),
		eft: byState("eft"),
		slots: Object.entries(backlogs.slots).map(([slot, active]) => ({ slot, value: Number(active) })),
		keyAge: Object.entries(backlogs.keyAges).map(([purpose, ms]) => ({ purpose, value: ms / 1_000 })),
	};
}

/** Omits the series of the database, which another process reports. */
export function omitBacklogs({ set }: Pick<Metrics, "set">): void {
	for (const id of backlogIds) set(id, []);
}
