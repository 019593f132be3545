import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "../../network/public-address.ts";
import { hostOf, isLocal } from "../endpoints/endpoint-url.ts";

/** Returns the addresses of a name; none when it has none. Rejects when the servers do not answer. */
export type Resolve = (name: string) => Promise<string[]>;

const timeoutMs = 3_000;

/**
 * Asks the name servers. Not `dns.lookup`: it occupies one of the few threads of the process until the answer comes, so the
 * servers of one merchant's name could stop all file access.
 */
export const resolveByDns: Resolve = async (name) => {
	const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
	const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
	const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
	const failure = answers.find((answer) => answer.status === "rejected" && !saysThereIsNone(answer.reason));
	if (addresses.length === 0 && failure?.status === "rejected") throw failure.reason;
	return addresses;
};

function saysThereIsNone(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA");
}

/**
 * Tells whether a URL has a name with addresses, none of which is public. A name that does not exist yet may do so later; each
 * delivery judges it again.
 */
export async function isPrivateByName(resolve: Resolve, url: string): Promise<boolean> {
	const host = hostOf(new URL(url));
	if (isLocal(host) || isIP(host) !== 0) return false;
	const addresses = await resolve(host).catch((): string[] => []);
	return addresses.length > 0 && !addresses.some(isPublicAddress);
}
