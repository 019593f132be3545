import type { MiddlewareHandler } from "hono";
import { Problem } from "../problem.ts";
import { isLoopback } from "./client-address.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { isLoopbackName } from "./loopback.ts";

/** A proxy leaves these behind. One on this machine is at a loopback address for all the strangers it speaks for. */
const proxyHeaders = ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via"];

function nameIn(host: string): string | undefined {
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/**
 * Lets this machine's own programs through and nobody else. The name they ask for counts as well: a page on the web may have a
 * name of its own lead to 127.0.0.1, and would otherwise read the answer through the browser of whoever visits it. What a
 * proxy passed on is refused, unless the proxy is trusted to say for whom.
 */
export function requireLoopback(publicUrl: string): MiddlewareHandler<GatewayEnv> {
	const publicName = new URL(publicUrl).hostname;
	return async (context, next) => {
		const name = nameIn(context.req.header("Host") ?? "");
		const isOurName = name !== undefined && (name === publicName || isLoopbackName(name));
		const isPassedOn = proxyHeaders.some((header) => context.req.header(header) !== undefined);
		const isUnknownSender = isPassedOn && !context.get("isFromTrustedProxy");
		if (!isOurName || isUnknownSender || !isLoopback(context.get("clientAddress"), 0)) {
			throw new Problem("FORBIDDEN", "This is shown on the machine that the sandbox runs on, and nowhere else.");
		}
		return next();
	};
}
