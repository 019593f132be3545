import { ConfigError } from "@cardseal/platform";
import { isLoopbackName } from "@cardseal/platform/network";

/**
 * The origin of the sandbox's bank: `undefined` outside a sandbox, and in one on another machine without BANK_URL.
 *
 * @param origins the gateway's own and that of its card frames
 * @throws ConfigError when BANK_URL is not another host by the same protocol
 */
export function bankOriginOf(
	origins: { own: string; frames: string },
	{ bankUrl, sandbox }: { bankUrl: string | undefined; sandbox: boolean },
): string | undefined {
	const own = new URL(origins.own);
	if (bankUrl === undefined) return sandbox ? localBank(own) : undefined;
	if (!sandbox) throw new ConfigError("BANK_URL must be left out: only a sandbox has a bank");
	const bank = new URL(bankUrl);
	if ([origins.own, origins.frames].some((other) => new URL(other).hostname === bank.hostname)) {
		// Cookies do not tell ports apart.
		throw new ConfigError("BANK_URL must name another host than PUBLIC_URL and FRAME_URL");
	}
	if (bank.protocol !== own.protocol) throw new ConfigError("BANK_URL must begin like PUBLIC_URL, http or https");
	return bank.origin;
}

/** Browsers find names below localhost on this machine (RFC 6761 §6.3). Certificates rarely name them. */
function localBank({ protocol, hostname, port }: URL): string | undefined {
	if (protocol !== "http:" || !isLoopbackName(hostname)) return undefined;
	return new URL(`http://bank.localhost${port === "" ? "" : `:${port}`}`).origin;
}
