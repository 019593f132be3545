import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { standardOutput } from "./output.ts";
import { redact } from "./redact.ts";

const loggedFields = [
	"attempts",
	"check",
	"connections",
	"database",
	"dispute",
	"endpoint",
	"err",
	"event",
	"fields",
	"frozen_until",
	"host",
	"job",
	"mail",
	"mails",
	"merchant_id",
	"method",
	"ms",
	"processor_event",
	"path",
	"port",
	"problem",
	"processor",
	"processor_account",
	"reason",
	"reference",
	"request_id",
	"result",
	"signal",
	"status",
	"subscription_id",
	"transaction_id",
	"url",
	"worker",
	"workers",
] as const;

export type LoggedFields = { [Field in (typeof loggedFields)[number]]?: unknown };

const fieldNames: ReadonlySet<string> = new Set(loggedFields);

interface Write {
	(fields: LoggedFields, message?: string): void;
	(message: string): void;
}

export interface Logger {
	info: Write;
	warn: Write;
	error: Write;
	child(fields: LoggedFields, options: { level: string }): Logger;
}

function allowedFields(fields: object): Record<string, unknown> {
	const allowed: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(fields)) {
		if (value === undefined || !fieldNames.has(name)) continue;
		allowed[name] = name === "err" ? describeError(value) : plain(value);
	}
	return allowed;
}

const shortestCardNumber = 13;

function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value === "string") return redact(value);
	if (typeof value !== "number") return typeof value === "boolean" || value === null ? value : undefined;
	const text = String(value);
	if (text.length < shortestCardNumber) return value;
	return redact(text) === text ? value : redact(text);
}

/** PostgreSQL's `detail` and `where` repeat customer data. */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return plain(error);
	const { type, message, stack, code } = pino.stdSerializers.err(error);
	return {
		type,
		message: redact(message),
		stack: redact(stack),
		...(code !== undefined && { error_code: plain(code) }),
		...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
	};
}

/** Pino would copy the error's message. */
function writeAllowed(this: PinoLogger, [first, ...others]: unknown[], write: (...values: unknown[]) => void): void {
	const fields = first instanceof Error ? { err: first } : first;
	const shown = typeof fields === "object" && fields !== null ? allowedFields(fields) : plain(fields);
	write.call(this, shown, ...others.map(plain));
}

/** Writes allowed fields, with all text redacted (rule P-08). */
export function createLog({
	level,
	destination = standardOutput(),
}: {
	level: string;
	destination?: DestinationStream;
}): Logger {
	const options = {
		level,
		base: null,
		// Milliseconds may look like a card number.
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { bindings: allowedFields },
		// Pino's own would replace the error's type.
		serializers: { err: (described: unknown) => described },
		hooks: { logMethod: writeAllowed },
	};
	return pino(options, destination);
}
