import { AsyncLocalStorage } from "node:async_hooks";

export class DeadlinePassed extends Error {
	override readonly name = "DeadlinePassed";

	constructor() {
		super("The time of this request has passed.");
	}
}

interface RequestDeadline {
	/** `Infinity` during a wait, and after the response. */
	remainingMs(): number;
	pause(): void;
	resume(): void;
	end(): void;
}

/** Excludes waits for a client, a processor or a password's hash. */
function createDeadline(milliseconds: number, onPassed: () => void): RequestDeadline {
	let leftMs = milliseconds;
	let startedAt = performance.now();
	let waits = 0;
	let hasEnded = false;
	let timer = setTimeout(onPassed, leftMs);
	const remainingMs = () =>
		hasEnded || waits > 0 ? Number.POSITIVE_INFINITY : leftMs - (performance.now() - startedAt);
	return {
		remainingMs,
		pause() {
			if (waits === 0) leftMs = remainingMs();
			waits++;
			clearTimeout(timer);
		},
		resume() {
			waits--;
			if (waits > 0 || hasEnded) return;
			startedAt = performance.now();
			timer = setTimeout(onPassed, Math.max(0, leftMs));
		},
		end() {
			hasEnded = true;
			clearTimeout(timer);
		},
	};
}

const deadlines = new AsyncLocalStorage<RequestDeadline | undefined>();

/**
 * Sends no statement after the deadline.
 * @throws DeadlinePassed at the deadline; the work continues to its next statement
 */
export async function withinDeadline<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
	const passed = Promise.withResolvers<never>();
	let hasPassed = false;
	const deadline = createDeadline(milliseconds, () => {
		hasPassed = true;
		passed.reject(new DeadlinePassed());
	});
	try {
		return await Promise.race([deadlines.run(deadline, work), passed.promise]);
	} finally {
		if (!hasPassed) deadline.end();
	}
}

export async function outsideDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
	const deadline = deadlines.getStore();
	if (deadline === undefined) return work();
	deadline.pause();
	try {
		return await deadlines.run(undefined, work);
	} finally {
		deadline.resume();
	}
}

export function remainingMs(): number {
	return deadlines.getStore()?.remainingMs() ?? Number.POSITIVE_INFINITY;
}
