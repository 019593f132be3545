import type { Context } from "hono";
import type { Caller } from "../audit/event.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** Who sent the request, as the audit log names them. */
export function callerOf(context: Context<GatewayEnv>): Caller {
	return {
		actor: context.get("access").actor,
		clientAddress: context.get("clientAddress"),
		requestId: context.get("requestId"),
	};
}
