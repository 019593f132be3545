import { Resolver } from "node:dns/promises";

/** Rejects when the servers do not answer. */
export type Resolve = (name: string) => Promise<string[]>;

const timeoutMs = 3_000;

/** `dns.lookup` would occupy one of few threads, so one name's servers could stop all file access. */
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
