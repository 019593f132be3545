import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type ClockControl, clockRoutes } from "./clock.route.ts";
import { type MailboxRouteOptions, mailboxRoutes } from "./mailbox/mailbox.route.ts";

export interface Sandbox extends ClockControl {
	/** Opens the mailbox. */
	mailboxToken: string;
	/** The only origin on this machine for webhooks; `undefined` if no other machine reaches the sandbox. */
	onlyLocalOrigin: string | undefined;
}

interface SandboxRouteOptions extends Omit<MailboxRouteOptions, "token"> {
	sandbox: Sandbox;
}

export function sandboxRoutes(app: OpenAPIHono<GatewayEnv>, options: SandboxRouteOptions): void {
	mailboxRoutes(app, { ...options, token: options.sandbox.mailboxToken });
	clockRoutes(app, options.sandbox, options.admission);
}
