import type { Context } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";

/** Returns the sender of a request in the form that the audit log takes. */
export function callerOf(context: Context<GatewayEnv>) {
	return {
		actor: context.get("access").actor,
		clientAddress: context.get("clientAddress"),
		requestId: context.get("requestId"),
	};
}
