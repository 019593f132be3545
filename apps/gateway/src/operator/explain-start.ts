import { ConfigError } from "../config.ts";

/** Describes a failed start to the operator, with a stack only for bugs. */
export function explainFailedStart(error: unknown): string {
	if (error instanceof ConfigError) return error.message;
	if (!(error instanceof Error)) return String(error);
	const { code, port } = error as NodeJS.ErrnoException & { port?: number };
	if (code === "EADDRINUSE") {
		return `Port ${port} is taken, perhaps by a sandbox that already runs. Stop it, or choose others: PORT=9080 SHOP_PORT=9081 DATA_DIR=data2`;
	}
	if (code === "EACCES" && port !== undefined) return `Port ${port} needs privileges: choose one above 1023.`;
	// A system error about a configured host or file needs no stack.
	if (typeof code === "string" && /^E[A-Z]+$/.test(code))
		return `One of the settings names a missing file or directory: ${error.message}`;
	return error.stack ?? error.message;
}
