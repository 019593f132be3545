import { z } from "zod";

const published = z.object({ "encrypt.js": z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/) });

/**
 * The hash of the gateway's encryption script, as `{baseUrl}/v1/integrity.json` tells it. The shop's pages carry it, so that a
 * browser refuses the script as soon as one byte of it changes while this shop runs. Throws when it cannot be read.
 */
export async function readScriptIntegrity(baseUrl: string, timeLimitMs: number): Promise<string> {
	const response = await fetch(`${baseUrl}/v1/integrity.json`, {
		signal: AbortSignal.timeout(timeLimitMs),
		redirect: "error",
	});
	if (!response.ok) throw new Error(`${baseUrl}/v1/integrity.json answered ${response.status}.`);
	return published.parse(await response.json())["encrypt.js"];
}
