import { isReading } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
import { partsOf } from "../services.ts";
import type { RestoredMode } from "./restored-mode.ts";

/**
 * Requests that neither move money nor give access. A link, consent or refresh token of the lost window is valid again,
 * and a removed endpoint is back, so new routes are refused by default.
 */
const allowed = [...partsOf("whileRestored").flat(), /^POST \/v1\/widget\/session$/];

/** A bank returns payers by GET too, and that ends their charges. A used link to the portal may be valid again. */
const acts = /^\/pay\/(?:authenticate\/[^/]+\/[^/]+\/return|portal\/open\/[^/]+)\/?$/;

export function isRefusedWhileRestored(method: string, path: string): boolean {
	if (acts.test(path)) return true;
	if (isReading(method)) return false;
	const request = `${method} ${path.replace(/\/$/, "")}`;
	return !allowed.some((pattern) => pattern.test(request));
}

/** Refuses before bodies are read. */
export function refuseWhileRestored(
	mode: Pick<RestoredMode, "isNormal" | "requireNormal">,
): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		if (!mode.isNormal && isRefusedWhileRestored(context.req.method, context.req.path)) mode.requireNormal();
		await next();
	};
}
