import { SchemaNotServed } from "./migration/serving.ts";
import { DeadlinePassed } from "./request-deadline.ts";
import { NoWritableServer } from "./writable-server.ts";

/**
 * SQLSTATE classes in which the database failed, not the statement: connection (08), invalid authorization (28), transaction
 * conflict (40), insufficient resources such as a full disk or too many connections (53), operator intervention such as a
 * shutdown or a time limit (57), system error (58), configuration file (F0), internal error and damaged data (XX). Then single
 * codes: the server is read-only (25006), as after a failover to a standby; the transaction was ended because it was idle
 * (25P03); a lock was not available (55P03); the database does not exist (3D000).
 */
const failureStates = /^(?:08|28|40|53|57|58|F0|XX|25006|25P03|55P03|3D000)/;

/** The states after which a commit may have happened: the response was lost with the connection. */
const unknownStates = /^(?:08|40003|57P)/;

const readOnly = "25006";

/** Messages of `pg`, its pool and Kysely without a code: no connection, or a broken one. */
const connectionMessages =
	/^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed|The server does not support SSL connections)/;

/** The messages of a connection that sent no statement. */
const noConnectionMessages =
	/^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** System errors of a connection, and those of a process or machine that has run out of files, ports or memory. */
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

/** Tells whether the database, or the way to it, failed: the same request may succeed later. */
export function isDatabaseFailure(error: unknown): error is Error {
	if (!(error instanceof Error)) return false;
	if (error instanceof DeadlinePassed || error instanceof SchemaNotServed) return true;
	if (connectionMessages.test(error.message)) return true;
	const code = codeOf(error);
	return systemErrors.has(code) || failureStates.test(code) || isFailedConnect(error);
}

/** Tells whether a statement may have been committed although it failed: its response was lost. */
export function isOutcomeUnknown(error: unknown): boolean {
	if (!isDatabaseFailure(error) || isFailedConnect(error) || error instanceof SchemaNotServed) return false;
	const code = codeOf(error);
	return !failureStates.test(code) || unknownStates.test(code);
}

/** Tells whether the connection of the failed statement must not be used again. */
export function needsReplacement(error: unknown): error is Error {
	return error instanceof Error && (error.message === "Query read timeout" || codeOf(error) === readOnly);
}

/** Tells whether no statement was sent: an error of `connect`, such as ENOENT for the socket of a server that does not run. */
function isFailedConnect(error: Error): boolean {
	if (error instanceof NoWritableServer || noConnectionMessages.test(error.message)) return true;
	return "syscall" in error && error.syscall === "connect";
}

function codeOf(error: Error): string {
	return "code" in error && typeof error.code === "string" ? error.code : "";
}
