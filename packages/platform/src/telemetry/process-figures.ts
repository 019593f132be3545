import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Database, poolCounts } from "../db/database.ts";
import type { JobRecord } from "../jobs/job-record.ts";
import type { Metrics } from "./metrics.ts";

const resolutionMs = 20;

/** Stop the reader: it measures the event loop. */
export function createProcessFigures(given: { database: Database; jobs: Pick<JobRecord, "list">; metrics: Metrics }) {
	const { database, jobs, metrics } = given;
	const delay = monitorEventLoopDelay({ resolution: resolutionMs });
	delay.enable();
	return {
		read(): void {
			// The histogram has the time between two measurements, in ns.
			const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000);
			metrics.set("eventLoop", [
				{ quantile: "0.5", value: late(delay.percentile(50)) },
				{ quantile: "0.99", value: late(delay.percentile(99)) },
				{ quantile: "1", value: late(delay.max) },
			]);
			delay.reset();
			const { open, idle, waiting } = poolCounts(database);
			metrics.set("connections", [
				{ state: "busy", value: open - idle },
				{ state: "idle", value: idle },
			]);
			metrics.set("connectionWaits", [{ value: waiting }]);
			metrics.set("memory", [{ value: process.memoryUsage.rss() }]);
			const { user, system } = process.cpuUsage();
			metrics.setTotal("cpuTime", (user + system) / 1e6);
			metrics.set(
				"jobAge",
				jobs.list().map(({ name, secondsSinceSuccess }) => ({ name, value: secondsSinceSuccess })),
			);
		},
		stop: () => void delay.disable(),
	};
}
