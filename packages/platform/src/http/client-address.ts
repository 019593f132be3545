import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import proxyAddr from "proxy-addr";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";

export interface ClientAddressOptions {
	trustedProxies: string[];
	/** True in the sandbox. Otherwise only this machine and trusted proxies that say `https` may use plain HTTP. */
	allowPlainHttp: boolean;
}

export const isLoopback = proxyAddr.compile(["loopback"]);

/** A local proxy's address hides its clients. */
const proxyHeaders = [
	"X-Forwarded-For",
	"X-Forwarded-Proto",
	"X-Forwarded-Host",
	"Forwarded",
	"Via",
	"X-Real-IP",
	"X-Client-IP",
	"CF-Connecting-IP",
	"True-Client-IP",
];

/** Open over plain HTTP on this machine. */
const healthPaths: readonly string[] = ["/healthz", "/readyz"];

const plain = "Use HTTPS: this service does not answer plain HTTP.";
const untrustedProxy =
	"Use HTTPS: this request came through a proxy that TRUST_PROXY does not name, so its X-Forwarded-Proto does not count.";

export function trustedProxyTest(trustedProxies: string[]): (address: string) => boolean {
	const isTrusted = proxyAddr.compile(trustedProxies);
	return (named) => isTrusted(addressIn(named) ?? named, 0);
}

export function isForwarded(context: Context<GatewayEnv>): boolean {
	return proxyHeaders.some((header) => context.req.header(header) !== undefined);
}

/** Refuses plain HTTP: a redirect would come after the card data (rule P-18). */
export function clientAddress(options: ClientAddressOptions): MiddlewareHandler<GatewayEnv> {
	const isTrusted = trustedProxyTest(options.trustedProxies);
	const isProxyLocal = isTrusted("127.0.0.1") || isTrusted("::1");
	return async (context, next) => {
		const incoming = context.env?.incoming as IncomingMessage | undefined;
		if (incoming === undefined) {
			context.set("clientAddress", "127.0.0.1");
			context.set("isFromTrustedProxy", false);
			return next();
		}
		const peer = incoming.socket.remoteAddress ?? "";
		const isFromTrustedProxy = isTrusted(peer);
		context.set("clientAddress", addressIn(proxyAddr(incoming, isTrusted)) ?? peer);
		context.set("isFromTrustedProxy", isFromTrustedProxy);
		// A proxy on this machine may add no header.
		const mayBeClient = !isProxyLocal || healthPaths.includes(context.req.path);
		const isLocal = isLoopback(peer, 0) && mayBeClient && !isForwarded(context);
		if (!options.allowPlainHttp && !isLocal && !cameByHttps(context, incoming, isFromTrustedProxy)) {
			const isUnknownProxy = isLoopback(peer, 0) && !isFromTrustedProxy;
			throw new Problem("https_required", isUnknownProxy ? untrustedProxy : plain);
		}
		return next();
	};
}

/** Removes a port: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
function addressIn(named: string): string | undefined {
	const [, bracketed, bare = bracketed ?? named] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(named) ?? [];
	return isIP(bare) === 0 ? undefined : bare;
}

/** A trusted proxy may speak plain HTTP to its client. */
function cameByHttps(context: Context<GatewayEnv>, incoming: IncomingMessage, fromTrustedProxy: boolean): boolean {
	const protocol = fromTrustedProxy ? context.req.header("X-Forwarded-Proto") : undefined;
	return protocol === undefined ? "encrypted" in incoming.socket : protocol === "https";
}
