/*
 * Requests with a known credential are written once a second. Further ones, and most with refused tokens, are only
 * counted.
 */

import { performance } from "node:perf_hooks";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type AnsweredRequest, insertRequests, type LoggedRequest, type ShedRequests } from "./request-log.store.ts";

/** The log yields first: when the gateway is busy or the database fails, requests are only counted. */
export interface RequestLog {
	note(request: AnsweredRequest): void;
	/** @param all also writes the counts of the running minute */
	write(options?: { all?: boolean }): Promise<void>;
}

const capacities = { calm: 500, busy: 20 };

/** The share of time in which the event loop works. */
const busyFrom = 0.8;

/** A client with an old token may send many for days. */
const refusedPerMinute = 20;

/** One row per merchant and minute. */
const countMs = 60_000;

interface RequestLogOptions {
	database: Database;
	clock: Clock;
	/** From 0 to 1, since the last call. */
	utilization?: () => number;
}

export function createRequestLog({ database, clock, utilization = loopUtilization() }: RequestLogOptions): RequestLog {
	let queue: LoggedRequest[] = [];
	let capacity = capacities.calm;
	const shed = new Map<string, ShedRequests>();
	const refused = new Map<string, number>();
	let refusedSince = clock.now();

	function count({ merchant, createdAt }: Pick<ShedRequests, "merchant" | "createdAt">, times = 1): void {
		const known = shed.get(merchant);
		if (known === undefined) shed.set(merchant, { merchant, createdAt, count: times });
		else known.count += times;
	}

	function takeCounts(all: boolean): ShedRequests[] {
		const before = clock.now() - countMs;
		const due = [...shed.values()].filter(({ createdAt }) => all || createdAt <= before);
		for (const { merchant } of due) shed.delete(merchant);
		return due;
	}

	function isTooMany({ merchant, reason }: AnsweredRequest): boolean {
		if (reason !== "access_token_invalid") return false;
		const now = clock.now();
		if (Math.abs(now - refusedSince) >= countMs) {
			refused.clear();
			refusedSince = now;
		}
		const times = (refused.get(merchant) ?? 0) + 1;
		refused.set(merchant, times);
		return times > refusedPerMinute;
	}

	return {
		note(request) {
			const createdAt = Math.round(clock.now() - request.durationMs);
			if (isTooMany(request) || queue.length >= capacity) count({ merchant: request.merchant, createdAt });
			else queue.push({ ...request, createdAt });
		},
		async write({ all = false } = {}) {
			capacity = utilization() < busyFrom ? capacities.calm : capacities.busy;
			const requests = queue;
			queue = [];
			const counts = takeCounts(all);
			if (requests.length === 0 && counts.length === 0) return;
			try {
				await insertRequests(database, requests, counts);
			} catch (error) {
				for (const request of requests) count(request);
				for (const one of counts) count(one, one.count);
				throw error;
			}
		},
	};
}

function loopUtilization(): () => number {
	let last = performance.eventLoopUtilization();
	return () => {
		const now = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(now, last);
		last = now;
		return utilization;
	};
}
