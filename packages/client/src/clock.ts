/** Time as the client needs it. Tests bring one of their own. */
export interface Clock {
	/** ms since some fixed moment; only differences count, so the time of day need not be right. */
	now(): number;
	/** Calls `callback` once when so many ms have passed; the function it returns calls that off. */
	after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(milliseconds, callback) {
		const timer = setTimeout(callback, milliseconds);
		return () => clearTimeout(timer);
	},
};

/** Resolves when so many ms have passed, or at once when `signal` fires. */
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
