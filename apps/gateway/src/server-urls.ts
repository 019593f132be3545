/** The parts of a database's URL: scheme with user and password, hosts with ports, and all that follows. */
const partsOfUrl = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * Returns the URL of each server: `postgres://user:password@one:5432,two:5433/name` names two, as in PostgreSQL's own clients.
 * Pure.
 */
export function serverUrls(url: string): string[] {
	const [, access = "", hosts = "", rest = ""] = partsOfUrl.exec(url) ?? [];
	return hosts.includes(",") ? hosts.split(",").map((host) => `${access}${host}${rest}`) : [url];
}
