import { ConfigError } from "../config-error.ts";
import { isLoopbackHost } from "../network/client-network.ts";
import { serverUrls } from "../server-urls.ts";

/**
 * Returns true for this machine, or verified TLS.
 * @param defaultHost replaces a missing host
 */
export function isProtectedDatabase(url: string, defaultHost = "localhost"): boolean {
	return serverUrls(url).every((server) => isProtectedServer(server, defaultHost));
}

function isProtectedServer(url: string, defaultHost: string): boolean {
	const { hostname, searchParams } = new URL(url);
	const hosts = searchParams.getAll("host");
	const host = hosts.at(-1) || decodeURIComponent(hostname) || defaultHost;
	// A path is the folder of a Unix socket.
	if (hosts.length < 2 && (host.startsWith("/") || isLoopbackHost(host))) return true;
	const modes = searchParams.getAll("sslmode");
	// `pg` takes the last of repeated parameters; verify-ca accepts any name.
	return modes.length > 0 && modes.every((mode) => mode === "verify-full");
}

/** @throws ConfigError for another host without verified TLS */
export function requireProtectedDatabase(
	setting: "DATABASE_URL" | "MIGRATION_DATABASE_URL" | "REPORTS_DATABASE_URL",
	url: string,
	{ databaseUnverified }: { databaseUnverified: boolean },
): void {
	if (databaseUnverified || isProtectedDatabase(url, process.env.PGHOST)) return;
	throw new ConfigError(
		`${setting} names another host without verified TLS: add ?sslmode=verify-full (and sslrootcert=FILE for your own authority), ` +
			"or set DATABASE_UNVERIFIED=1 if nobody else can reach the network between",
	);
}
