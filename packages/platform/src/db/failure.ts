import { SchemaNotServed } from "./migration/serving.ts";
import { DeadlinePassed } from "./request-deadline.ts";
import { NoWritableServer } from "./writable-server.ts";

/**
 * SQLSTATE classes: connection (08), authorization (28), conflict (40), resources (53), intervention (57), system (58),
 * configuration (F0), internal (XX). Codes: read-only (25006), idle transaction (25P03), lock (55P03), no database
 * (3D000).
 */
const failureStates = /^(?:08|28|40|53|57|58|F0|XX|25006|25P03|55P03|3D000)/;

/** States after which a commit may have happened. */
const unknownStates = /^(?:08|40003|57P)/;

const readOnly = "25006";

const connectionMessages =
	/^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed|The server does not support SSL connections)/;

const noConnectionMessages =
	/^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

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

export function isDatabaseFailure(error: unknown): error is Error {
	if (!(error instanceof Error)) return false;
	if (error instanceof DeadlinePassed || error instanceof SchemaNotServed) return true;
	if (connectionMessages.test(error.message)) return true;
	const code = codeOf(error);
	return systemErrors.has(code) || failureStates.test(code) || isFailedConnect(error);
}

export function isOutcomeUnknown(error: unknown): boolean {
	if (!isDatabaseFailure(error) || isFailedConnect(error) || error instanceof SchemaNotServed) return false;
	const code = codeOf(error);
	return !failureStates.test(code) || unknownStates.test(code);
}

export function needsReplacement(error: unknown): error is Error {
	return error instanceof Error && (error.message === "Query read timeout" || codeOf(error) === readOnly);
}

function isFailedConnect(error: Error): boolean {
	if (error instanceof NoWritableServer || noConnectionMessages.test(error.message)) return true;
	return "syscall" in error && error.syscall === "connect";
}

function codeOf(error: Error): string {
	return "code" in error && typeof error.code === "string" ? error.code : "";
}
