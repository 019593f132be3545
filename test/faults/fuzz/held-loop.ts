const intervalMs = 5;

export interface LoopWatch {
	/** The longest time since the last call, in ms. */
	longestMs(): number;
	stop(): void;
}

/**
 * Measures for how long work holds the event loop. A busy machine makes a turn of the loop longer without work, and threads
 * work without holding it: so the lesser of elapsed time and processor time counts.
 */
export function watchLoop(): LoopWatch {
	let longest = 0;
	let last = { at: performance.now(), cpu: process.cpuUsage() };
	const measure = () => {
		const now = { at: performance.now(), cpu: process.cpuUsage() };
		const cpuMs = (now.cpu.user - last.cpu.user) / 1_000;
		longest = Math.max(longest, Math.min(now.at - last.at, cpuMs));
		last = now;
	};
	const timer = setInterval(measure, intervalMs);
	return {
		longestMs() {
			measure();
			const found = longest;
			longest = 0;
			return found;
		},
		stop: () => clearInterval(timer),
	};
}
