import { type DestinationStream, type Logger, pino } from "pino";
import { redact } from "./redact.ts";

/** The fields that a line of the log may have, besides the level, the time and the message. All others are left out. */
const loggedFields = new Set([
	"attempts",
	"database",
	"err",
	"frozen_until",
	"job",
	"mail",
	"mails",
	"merchant_id",
	"method",
	"ms",
	"path",
	"problem",
	"reason",
	"reference",
	"request_id",
	"result",
	"status",
	"subscription_id",
	"transaction_id",
	"url",
]);

function allowedFields(fields: object): Record<string, unknown> {
	const allowed = Object.entries(fields).filter(([name, value]) => loggedFields.has(name) && value !== undefined);
	return Object.fromEntries(
		allowed.map(([name, value]) => [name, name === "err" ? describeError(value) : plain(value)]),
	);
}

/** Returns a number, a flag, a redacted text or a list of such values; the fields of an object are not listed. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value === "string") return redact(value);
	if (typeof value !== "number") return typeof value === "boolean" || value === null ? value : undefined;
	const text = String(value);
	return redact(text) === text ? value : redact(text);
}

/**
 * Describes an error by its type, message, stack and code ("ECONNREFUSED", an SQL state), causes included. Its other
 * fields stay out: PostgreSQL's `detail` and `where` repeat whole rows, with names and addresses of customers.
 */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return plain(error);
	const { type, message, stack, code } = pino.stdSerializers.err(error);
	const described = { type, message: redact(message), stack: redact(stack) };
	return code === undefined ? described : { ...described, error_code: plain(code) };
}

export interface LogOptions {
	level: string;
	/** Where lines go; standard output by default. */
	destination?: DestinationStream;
}

/** A turn of the event loop that logs more than this is written in several writes. */
const batchBytes = 8 * 1024;

/**
 * Standard output, with one write for all lines of a turn of the event loop. The write is synchronous: an asynchronous one
 * would be lost at an exit or a crash.
 */
function standardOutput(): DestinationStream {
	const output = pino.destination({ sync: true, minLength: batchBytes });
	let isFlushing = false;
	const flush = () => {
		isFlushing = false;
		output.flush();
	};
	// Runs after an uncaught exception as well.
	process.once("exit", () => output.flushSync());
	return {
		write(line) {
			output.write(line);
			if (!isFlushing) setImmediate(flush);
			isFlushing = true;
		},
	};
}

/** Passes pino what a line may show. Pino itself repeats an error's message as the line's: it never gets the error. */
function writeAllowed(this: Logger, [first, ...others]: unknown[], write: (...values: unknown[]) => void): void {
	const fields = first instanceof Error ? { err: first } : first;
	const shown = typeof fields === "object" && fields !== null ? allowedFields(fields) : plain(fields);
	write.call(this, shown, ...others.map(plain));
}

/**
 * Creates the gateway's log: one line of JSON for each event. A line only has fields that are listed above, and each text
 * in it is redacted (rule P-08).
 */
export function createLog({ level, destination = standardOutput() }: LogOptions): Logger {
	const options = {
		level,
		base: null,
		// ISO 8601, because a scanner may take milliseconds for a card number.
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { bindings: allowedFields },
		hooks: { logMethod: writeAllowed },
	};
	return pino(options, destination);
}
