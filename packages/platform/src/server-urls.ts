const partsOfUrl = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Splits `postgres://user:password@one:5432,two:5433/name`. */
export function serverUrls(url: string): string[] {
	const [, access = "", hosts = "", rest = ""] = partsOfUrl.exec(url) ?? [];
	return hosts.includes(",") ? hosts.split(",").map((host) => `${access}${host}${rest}`) : [url];
}
