import type { Context } from "hono";
import type { Caller } from "../audit/event.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** Who calls with a bearer token, as the audit log names them. */
export function callerOf(context: Context<GatewayEnv>): Caller {
	const { access, clientAddress, requestId } = context.var;
	return { actor: { kind: "client", clientId: access.clientId }, clientAddress, requestId };
}
