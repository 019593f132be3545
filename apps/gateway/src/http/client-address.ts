import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import proxyAddr from "proxy-addr";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";

export interface ClientAddressOptions {
	/** Addresses and networks whose forwarding headers count; headers of other peers are ignored. */
	trustedProxies: string[];
	/** `true` in the sandbox; elsewhere only loopback and trusted proxies may use plain HTTP. */
	allowPlainHttp: boolean;
}

/** Returns whether an address is a loopback address. The second argument is 0. */
export const isLoopback = proxyAddr.compile(["loopback"]);

/**
 * Determines the client address and refuses plain HTTP from other machines. A redirect would come too late: the card
 * data has crossed the network by then (rule P-18).
 */
export function clientAddress(options: ClientAddressOptions): MiddlewareHandler<GatewayEnv> {
	const isTrustedAddress = proxyAddr.compile(options.trustedProxies);
	const isTrusted = (named: string, hop: number) => isTrustedAddress(addressIn(named) ?? named, hop);
	return async (context, next) => {
		const incoming = context.env?.incoming as IncomingMessage | undefined;
		if (incoming === undefined) {
			context.set("clientAddress", "127.0.0.1");
			context.set("isFromTrustedProxy", false);
			return next();
		}
		const peer = incoming.socket.remoteAddress ?? "";
		const isFromTrustedProxy = isTrusted(peer, 0);
		context.set("clientAddress", addressIn(proxyAddr(incoming, isTrusted)) ?? peer);
		context.set("isFromTrustedProxy", isFromTrustedProxy);
		if (!options.allowPlainHttp && !isLoopback(peer, 0) && !cameByHttps(context, incoming, isFromTrustedProxy)) {
			throw new Problem("FORBIDDEN", "Use HTTPS: this service does not answer plain HTTP.");
		}
		return next();
	};
}

/** Returns the address in a forwarding header, which may have a port: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function addressIn(named: string): string | undefined {
	const [, bracketed, bare = bracketed ?? named] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(named) ?? [];
	return isIP(bare) === 0 ? undefined : bare;
}

function cameByHttps(context: Context<GatewayEnv>, incoming: IncomingMessage, fromTrustedProxy: boolean): boolean {
	if ("encrypted" in incoming.socket) return true;
	return fromTrustedProxy && context.req.header("X-Forwarded-Proto") === "https";
}
