import type { MiddlewareHandler } from "hono";
import { isLoopbackName } from "../network/client-network.ts";
import { Problem } from "../problem.ts";
import { isForwarded, isLoopback } from "./client-address.ts";
import type { GatewayEnv } from "./gateway-env.ts";

function nameIn(host: string): string | undefined {
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** A web page may point its own name here (DNS rebinding). */
export const requireLoopbackName: MiddlewareHandler<GatewayEnv> = async (context, next) => {
	if (!isLoopbackName(nameIn(context.req.header("Host") ?? "") ?? ""))
		throw new Problem("local_only", "This port answers to the names of its own machine, such as localhost.");
	await next();
};

/** Checks the host name too (DNS rebinding). */
export function requireLoopback(publicUrl: string): MiddlewareHandler<GatewayEnv> {
	const publicName = new URL(publicUrl).hostname;
	return async (context, next) => {
		const name = nameIn(context.req.header("Host") ?? "");
		const isOurName = name !== undefined && (name === publicName || isLoopbackName(name));
		const isUnknownSender = isForwarded(context) && !context.get("isFromTrustedProxy");
		if (!isOurName || isUnknownSender || !isLoopback(context.get("clientAddress"), 0)) {
			throw new Problem("local_only", "This page is available only on the machine that runs the sandbox.");
		}
		return next();
	};
}
