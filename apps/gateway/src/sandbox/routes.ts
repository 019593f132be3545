import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { DemoBank } from "@cardseal/vault";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { bankRoutes } from "./bank/bank.route.ts";
import { type ClockControl, clockRoutes } from "./clock.route.ts";
import { type MailboxRouteOptions, mailboxRoutes } from "./mailbox/mailbox.route.ts";

export interface Sandbox extends ClockControl {
	/** Opens the mailbox. */
	mailboxToken: string;
	/** The only origin on this machine for webhooks; `undefined` if no other machine reaches the sandbox. */
	onlyLocalOrigin: string | undefined;
	/** `undefined` if no payer can reach one. */
	bank: DemoBank | undefined;
}

interface SandboxRouteOptions extends Omit<MailboxRouteOptions, "token"> {
	sandbox: Sandbox;
}

export function sandboxRoutes(app: OpenAPIHono<GatewayEnv>, options: SandboxRouteOptions): void {
	mailboxRoutes(app, { ...options, token: options.sandbox.mailboxToken });
	clockRoutes(app, options.sandbox, options.admission);
	const { bank } = options.sandbox;
	if (bank !== undefined) bankRoutes(app, { database: options.database, bank });
}
