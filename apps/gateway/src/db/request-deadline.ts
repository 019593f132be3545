import { AsyncLocalStorage } from "node:async_hooks";

/** A statement was refused, or a request answered, because the time of the request has passed. */
export class DeadlinePassed extends Error {
	override readonly name = "DeadlinePassed";

	constructor() {
		super("The time of this request has passed.");
	}
}

/** The time limit of a request. It does not run while the request waits for a client, a processor or the hash of a password. */
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

	/** The time that is left, in ms. Work that continues after the response has no limit. */
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

/**
 * Runs work and limits the statements in it to the time that is left. After the deadline none is sent any more, so that work
 * which was given up does not commit later.
 *
 * @throws DeadlinePassed at the deadline; the work goes on to its next statement
 */
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

/** Waits for a client, a processor or the hash of a password, whose time does not count. Statements in `work` have their usual limits. */
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

/** The time that is left to the request in which this is called; `Infinity` outside of requests. */
export function remainingMs(): number {
	return deadlines.getStore()?.remainingMs ?? Number.POSITIVE_INFINITY;
}
