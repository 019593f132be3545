import { SchemaNotServed } from "./migration/serving.ts";
import { DeadlinePassed } from "./request-deadline.ts";
import { NoWritableServer } from "./writable-server.ts";

/**
 * SQLSTATE classes of failures of the database: connection (08), authorization (28), transaction conflict (40),
 * resources (53), operator intervention (57), system error (58), configuration (F0), internal error (XX). Single codes:
 * read-only server (25006), idle transaction (25P03), lock (55P03), no database (3D000).
 */
const failureStates = /^(?:08|28|40|53|57|58|F0|XX|25006|25P03|55P03|3D000)/;

/** States after which a commit may have happened. */
const unknownStates = /^(?:08|40003|57P)/;

const readOnly = "25006";

/** Messages of `pg`, its pool and Kysely, which have no code. */
const connectionMessages =
	/^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed|The server does not support SSL connections)/;

/** Messages of a connection that sent no statement. */
const noConnectionMessages =
	/^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Node's codes for lost connections, and for a lack of files, ports or memory. */
const systemErrors = new Set([
	"EADDRNOTAVAIL",
	"EAI_AGAIN",
	"ECONNABORTED",
	"ECONNREFUSED",
	"ECONNRESET",
	"EHOSTDOWN",
	"EHOSTUNREACH",
	"EMFILE",
	"ENETDOWN",
	"ENETUNREACH",
	"ENFILE",
	"ENOBUFS",
	"ENOMEM",
	"ENOSPC",
	"ENOTFOUND",
	"EPIPE",
	"ETIMEDOUT",
]);

/** The same request may succeed later. */
export function isDatabaseFailure(error: unknown): error is Error {
	if (!(error instanceof Error)) return false;
	if (error instanceof DeadlinePassed || error instanceof SchemaNotServed) return true;
	if (connectionMessages.test(error.message)) return true;
	const code = codeOf(error);
	return systemErrors.has(code) || failureStates.test(code) || isFailedConnect(error);
}

/** Returns true if a failed statement may have been committed. */
export function isOutcomeUnknown(error: unknown): boolean {
	if (!isDatabaseFailure(error) || isFailedConnect(error) || error instanceof SchemaNotServed) return false;
	const code = codeOf(error);
	return !failureStates.test(code) || unknownStates.test(code);
}

export function needsReplacement(error: unknown): error is Error {
	return error instanceof Error && (error.message === "Query read timeout" || codeOf(error) === readOnly);
}

/** Returns true if no statement was sent. */
function isFailedConnect(error: Error): boolean {
	if (error instanceof NoWritableServer || noConnectionMessages.test(error.message)) return true;
	return "syscall" in error && error.syscall === "connect";
}

function codeOf(error: Error): string {
	return "code" in error && typeof error.code === "string" ? error.code : "";
}
