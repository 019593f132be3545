import { type DestinationStream, type Logger, pino } from "pino";
import { redactLine } from "./redact.ts";

/**
 * An error's `code` says what went wrong ("ECONNREFUSED", an SQL state), so it gets a name that nothing redacts: a `code`
 * elsewhere may be one of the authorization service. PostgreSQL's `detail` and `where` repeat the values of whole rows
 * ("Failing row contains (…)") with their customers' names and addresses, so they stay out.
 */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const { code, detail: _row, where: _values, ...rest } = pino.stdSerializers.err(error);
	return code === undefined ? rest : { ...rest, error_code: code };
}

export interface LogOptions {
	level: string;
	/** Where lines go; standard output by default. */
	destination?: DestinationStream;
}

/** A turn of the event loop that has more than this to say says it in several writes. */
const batchBytes = 8 * 1024;

/**
 * Standard output, with one write for all lines of a turn of the event loop instead of one for each. The write itself
 * waits until it is done: what a thread were still writing at an exit or a crash would be lost.
 */
function standardOutput(): DestinationStream {
	const output = pino.destination({ sync: true, minLength: batchBytes });
	let isFlushing = false;
	const flush = () => {
		isFlushing = false;
		output.flush();
	};
	// Also after an exception that nobody caught.
	process.once("exit", () => output.flushSync());
	return {
		write(line) {
			output.write(line);
			if (!isFlushing) setImmediate(flush);
			isFlushing = true;
		},
	};
}

/**
 * The gateway's log: a JSON line an event. Secrets are left out of the finished line by the names of their fields and by
 * their looks, which also catches what sits inside messages, URLs and errors of libraries (rule P-08).
 */
export function createLog({ level, destination = standardOutput() }: LogOptions): Logger {
	const options = {
		level,
		base: null,
		// In words rather than in milliseconds: those would look like a card number to other people's scanners.
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: describeError },
		hooks: { streamWrite: redactLine },
	};
	return pino(options, destination);
}
