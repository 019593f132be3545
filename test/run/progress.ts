import { writeSync } from "node:fs";

/** Where `npm test` shows what its tools do while they run; see `command.ts`. */
const progressDescriptor = 3;

const intervalMs = 10_000;

/** Tells how far a run is. */
export interface Progress {
	/** One of the run's files, or tests, has ended. */
	ended(): void;
	/** @param again the command that repeats the test */
	failed(test: string, again: string): void;
}

interface ProgressOptions {
	/** The number of files or tests in the run. */
	total: number;
	/** What is counted, in the plural. */
	what: string;
	/** ms, of any beginning. */
	now?: () => number;
	tell?: (line: string) => void;
}

/** Tells each failure at once, and every ten seconds what has ended; after a fifth, with an estimate of the rest. */
export function createProgress({
	total,
	what,
	now = () => performance.now(),
	tell = write,
}: ProgressOptions): Progress {
	const startedAt = now();
	let toldAt = startedAt;
	let [done, failures] = [0, 0];
	return {
		ended() {
			done += 1;
			const time = now();
			if (time - toldAt < intervalMs) return;
			toldAt = time;
			const seconds = ((time - startedAt) / 1_000) * (total / done - 1);
			// The longest files come first.
			const rest = done * 5 < total ? "" : `, about ${durationOf(seconds)} left`;
			tell(`  ${done} of ${total} ${what}, ${failures} failed${rest}`);
		},
		failed(test, again) {
			failures += 1;
			tell(`  ✗ ${test}\n    again: ${again}`);
		},
	};
}

function durationOf(seconds: number): string {
	return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

/** A tool that was started by hand has nobody to tell. */
function write(line: string): void {
	try {
		writeSync(progressDescriptor, `${line}\n`);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EBADF") throw error;
	}
}

/** Returns a shell's word for a text. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the command that runs a test again. `name` is a part of its title. */
export const againBy = {
	vitest: (file: string, name: string) => `npx vitest run ${file} -t ${quoted(escaped(name))}`,
	playwright: (file: string, name: string) =>
		`npx playwright test --config=test/e2e/playwright.config.ts ${file} -g ${quoted(escaped(name))}`,
};

function escaped(name: string): string {
	return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
