import { z } from "zod";

const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const published = z.object({ "encrypt.js": integrity, "cardseal.js": integrity });

/**
 * The hashes of the gateway's scripts by their names, as `{baseUrl}/v1/integrity.json` tells them. The shop's pages carry them,
 * so that a browser refuses a script as soon as one byte of it changes while this shop runs. Throws when they cannot be read.
 */
export async function readScriptIntegrity(baseUrl: string, timeLimitMs: number): Promise<z.infer<typeof published>> {
	const response = await fetch(`${baseUrl}/v1/integrity.json`, {
		signal: AbortSignal.timeout(timeLimitMs),
		redirect: "error",
	});
	if (!response.ok) throw new Error(`${baseUrl}/v1/integrity.json answered ${response.status}.`);
	return published.parse(await response.json());
}
