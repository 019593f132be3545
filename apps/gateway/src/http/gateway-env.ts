import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { Access, TokenAccess } from "../oauth/token/access.ts";
import type { StaffSession } from "../staff/sessions/sessions.ts";

/** What the middlewares leave for the handlers of a request. */
export interface GatewayEnv {
	/** Absent when a test calls the application without a socket. */
	Bindings: Partial<HttpBindings>;
	/** A sale takes them by `context.get`: `context.var` makes an object of all of them at each use. */
	Variables: {
		requestId: string;
		log: Logger;
		/** Set before every route of the services: whose request this is. */
		access: Access;
		/** Set by `authenticate`: the token that proved it. */
		tokenAccess: TokenAccess;
		/** Set by `requireStaff` and `staffPage`: the session that proved it. */
		staffSession: StaffSession;
		/** The address of whoever sent the request, through trusted proxies. */
		clientAddress: string;
		/** Whether the other end of the connection is a proxy whose forwarding headers count. */
		isFromTrustedProxy: boolean;
	};
}
