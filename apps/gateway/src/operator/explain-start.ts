import { ConfigError } from "@cardseal/platform";
import { explainDatabaseFailure } from "@cardseal/platform/db";

const fileErrors = new Set([
	"EACCES",
	"EEXIST",
	"EIO",
	"EISDIR",
	"ELOOP",
	"ENOENT",
	"ENOSPC",
	"ENOTDIR",
	"EPERM",
	"EROFS",
]);

/** The stack follows if LOG_LEVEL is `debug` or `trace`. */
export function explainFailedStart(error: unknown, logLevel = process.env.LOG_LEVEL): string {
	if (!(error instanceof Error)) return String(error);
	const sentence = describe(error);
	return logLevel === "debug" || logLevel === "trace" ? `${sentence}\n${error.stack}` : sentence;
}

interface SystemError extends NodeJS.ErrnoException {
	port?: number;
	address?: string;
	hostname?: string;
}

function describe(error: Error): string {
	if (error instanceof ConfigError) return error.message;
	const { code = "", port, address, hostname, syscall, message } = error as SystemError;
	if (code === "EADDRINUSE") {
		return `Port ${port} is taken, perhaps by a sandbox that already runs. Stop it, or choose others: PORT=9080 SHOP_PORT=9081 DATA_DIR=data2`;
	}
	if (code === "EACCES" && port !== undefined) return `Port ${port} needs privileges: choose one above 1023.`;
	if (syscall === "listen" || syscall === "getaddrinfo") {
		return `HOST must be an address of this machine, and ${address ?? hostname} is none (${code}).`;
	}
	if (fileErrors.has(code)) {
		return `A file or directory cannot be used (${message}): correct it, or the setting that names it, such as DATA_DIR.`;
	}
	const failure = explainDatabaseFailure(error);
	if (failure !== undefined) return failure;
	return message === "" ? `The start failed with ${error.name} ${code}.` : message;
}
