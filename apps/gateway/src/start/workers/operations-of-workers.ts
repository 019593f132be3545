import { Problem } from "@cardseal/platform";
import { createMetrics, mergeMetrics, type Snapshot, series, totalsOf } from "@cardseal/platform/telemetry";
import type { Health } from "../../web/health/checks.ts";
import type { ServedOperations } from "../operations.ts";
import type { ClusterWorker } from "./cluster-workers.ts";

interface OperationsOfWorkers extends ServedOperations {
	add(worker: ClusterWorker): void;
	publicUrl(): string | undefined;
}

/** Sums metrics, and returns the worst checks. */
export function operationsOfWorkers(count: number): OperationsOfWorkers {
	const workers = new Set<ClusterWorker>();
	const latest = new Map<ClusterWorker, Snapshot>();
	/** Keeps counters from decreasing. */
	let ended: Snapshot = [];
	return {
		add(worker) {
			void worker.ready.then((isReady) => isReady && workers.add(worker));
			void worker.ended.then(async () => {
				workers.delete(worker);
				ended = await totalsOf([ended, (worker.lastFigures() as Snapshot | undefined) ?? latest.get(worker) ?? []]);
				latest.delete(worker);
			});
		},
		publicUrl: () => [...workers][0]?.publicUrl(),
		async checkReadiness() {
			for (const worker of workers) {
				const isReady = await worker.ask("readiness");
				if (isReady) return;
				if (isReady === false) break;
			}
			throw new Problem("database_unavailable", "The database takes no writes, or no worker answers.", {
				headers: { "Retry-After": "1" },
			});
		},
		async checkHealth() {
			const all = await Promise.all([...workers].map((worker) => worker.ask("health")));
			return worstOf(
				all.filter((health) => health !== undefined),
				count,
			);
		},
		async text(form) {
			let answers = 0;
			const asked = [...workers].map(async (worker, index) => {
				// The backlogs are the same for all.
				const snapshot = await worker.ask(index === 0 ? "metricsWithBacklogs" : "metrics");
				if (snapshot === undefined) return latest.get(worker) ?? [];
				answers += 1;
				latest.set(worker, snapshot);
				return snapshot;
			});
			const snapshots = await Promise.all(asked);
			return mergeMetrics([...snapshots, ended, await workersCheck(answers >= count)], form);
		},
	};
}

async function workersCheck(isWhole: boolean): Promise<Snapshot> {
	const metrics = createMetrics();
	metrics.set("checks", [{ check: "workers", value: Number(isWhole) }]);
	return (await metrics.snapshot()).filter(({ name }) => name === series.checks.name);
}

/** Returns each check's first failure. */
function worstOf(all: Health[], count: number): Health {
	const isWhole = all.length >= count;
	const checks: Health["checks"] = {
		workers: {
			ok: isWhole,
			...(!isWhole && { message: "A worker is missing or does not answer. See the log." }),
			serving: all.length,
			wanted: count,
		},
	};
	for (const [name, check] of all.flatMap((health) => Object.entries(health.checks))) {
		const found = checks[name];
		if (found === undefined || (found.ok && !check.ok)) checks[name] = check;
	}
	return { ok: isWhole && all.every(({ ok }) => ok), checks };
}
