import { AsyncLocalStorage } from "node:async_hooks";

export class DeadlinePassed extends Error {
	override readonly name = "DeadlinePassed";

	constructor() {
		super("The time of this request has passed.");
	}
}

/** Excludes waits for a client, a processor or a password's hash. */
class RequestDeadline {
	#leftMs: number;
	#startedAt = performance.now();
	#waits = 0;
	#hasEnded = false;
	#timer: NodeJS.Timeout | undefined;
	readonly #onPassed: () => void;

	constructor(milliseconds: number, onPassed: () => void) {
		this.#leftMs = milliseconds;
		this.#onPassed = onPassed;
		this.#start();
	}

	/** Work after the response has no limit. */
	get remainingMs(): number {
		if (this.#hasEnded || this.#waits > 0) return Number.POSITIVE_INFINITY;
		return this.#leftMs - (performance.now() - this.#startedAt);
	}

	pause(): void {
		if (this.#waits === 0) {
			this.#leftMs = this.remainingMs;
			clearTimeout(this.#timer);
		}
		this.#waits++;
	}

	resume(): void {
		this.#waits--;
		if (this.#waits === 0 && !this.#hasEnded) this.#start();
	}

	end(): void {
		this.#hasEnded = true;
		clearTimeout(this.#timer);
	}

	#start(): void {
		this.#startedAt = performance.now();
		this.#timer = setTimeout(this.#onPassed, Math.max(0, this.#leftMs));
	}
}

const deadlines = new AsyncLocalStorage<RequestDeadline | undefined>();

/** Sends no statement after the deadline. The work continues to its next statement. */
export async function withinDeadline<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
	const passed = Promise.withResolvers<never>();
	let hasPassed = false;
	const deadline = new RequestDeadline(milliseconds, () => {
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
	return deadlines.getStore()?.remainingMs ?? Number.POSITIVE_INFINITY;
}
