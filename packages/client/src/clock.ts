export interface Clock {
	/** ms since a fixed moment; only differences count. */
	now(): number;
	/** @returns cancels the callback */
	after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

/** Resolves when `signal` fires, too. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => {
		const finish = () => {
			callOff();
			signal.removeEventListener("abort", finish);
			resolve();
		};
		const callOff = clock.after(milliseconds, finish);
		signal.addEventListener("abort", finish);
	});
}
