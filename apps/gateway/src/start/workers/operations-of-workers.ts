import { Problem } from "@cardseal/platform";
import { createMetrics, mergeMetrics, type Snapshot, series, totalsOf } from "@cardseal/platform/telemetry";
import type { Health } from "../../web/health/checks.ts";
import type { ServedOperations } from "../operations.ts";
import type { ClusterWorker } from "./cluster-workers.ts";
import type { Answers } from "./worker.ts";

interface OperationsOfWorkers extends ServedOperations {
	add(worker: ClusterWorker): void;
	publicUrl(): string | undefined;
}

const notReady = () =>
	new Problem("database_unavailable", "The database takes no writes, or no worker answers.", {
		headers: { "Retry-After": "1" },
	});

/** Sums metrics, and returns the worst checks. */
export function operationsOfWorkers(count: number): OperationsOfWorkers {
	const workers = new Set<ClusterWorker>();
	const latest = new Map<ClusterWorker, Snapshot>();
	/** Keeps counters from decreasing. */
	let ended: Snapshot = [];

	async function ask<Question extends keyof Answers>(
		worker: ClusterWorker,
		question: Question,
		given?: unknown,
	): Promise<Answers[Question] | undefined> {
		return (await worker.ask(question, given)) as Answers[Question] | undefined;
	}

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
				const isReady = await ask(worker, "readiness");
				if (isReady) return;
				if (isReady === false) break;
			}
			throw notReady();
		},
		async checkHealth() {
			const all = await Promise.all([...workers].map((worker) => ask(worker, "health")));
			return worstOf(
				all.filter((health) => health !== undefined),
				count,
			);
		},
		async text(form) {
			// The backlogs are the same for all.
			let answers = 0;
			const asked = [...workers].map(async (worker, index) => {
				const snapshot = await ask(worker, "metrics", { withBacklogs: index === 0 });
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
	const workers = {
		ok: isWhole,
		...(!isWhole && { message: "A worker is missing or does not answer. See the log." }),
		serving: all.length,
		wanted: count,
	};
	const names = [...new Set(all.flatMap(({ checks }) => Object.keys(checks)))];
	const checks = names.flatMap((name) => {
		const found = all.flatMap((health) => health.checks[name] ?? []);
		const worst = found.find(({ ok }) => !ok) ?? found[0];
		return worst === undefined ? [] : [[name, worst] as const];
	});
	return { ok: isWhole && all.every(({ ok }) => ok), checks: { workers, ...Object.fromEntries(checks) } };
}
