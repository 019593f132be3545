import { ConfigError } from "./config.ts";

/** Why a start failed, in words for whoever typed the command; a stack only where it is our own fault. */
export function explainFailedStart(error: unknown): string {
	if (error instanceof ConfigError) return error.message;
	if (!(error instanceof Error)) return String(error);
	const { code, port } = error as NodeJS.ErrnoException & { port?: number };
	if (code === "EADDRINUSE") {
		return `Port ${port} is taken by another program. Stop it, or choose other ports: PORT=9080 SHOP_PORT=9081`;
	}
	if (code === "EACCES" && port !== undefined) return `Port ${port} needs privileges: choose one above 1023.`;
	return error.stack ?? error.message;
}
