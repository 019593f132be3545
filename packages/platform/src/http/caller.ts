import type { Context } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";

export function callerOf(context: Context<GatewayEnv>) {
	return {
		actor: context.get("access").actor,
		clientAddress: context.get("clientAddress"),
		requestId: context.get("requestId"),
	};
}
