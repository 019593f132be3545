import type { OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { TokenAdmission } from "../oauth/token/token-admission.ts";
import { type ClockControl, clockRoutes } from "./clock.route.ts";
import { type MailboxRouteOptions, mailboxRoutes } from "./mailbox.route.ts";

interface SandboxRouteOptions extends MailboxRouteOptions {
	sandbox: ClockControl;
	admission: TokenAdmission;
}

/** Mounts the sandbox's mailbox and clock. */
export function sandboxRoutes(app: OpenAPIHono<GatewayEnv>, options: SandboxRouteOptions): void {
	mailboxRoutes(app, options);
	clockRoutes(app, options.sandbox, options.admission);
}
