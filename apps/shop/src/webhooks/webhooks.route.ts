import { verifyWebhook, WebhookRefused } from "@cardseal/client";
import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Shop } from "../shop.ts";
import { handleEvent, webhookPath } from "./webhooks.ts";

/** A customer with all cards and subscriptions fits. */
const maximumEventBytes = 1024 * 1024;

export function webhookRoutes(app: Hono, shop: Shop): void {
	const limit = bodyLimit({ maxSize: maximumEventBytes, onError: (c) => c.body(null, 413) });
	app.post(webhookPath, limit, async (c) => {
		const body = new Uint8Array(await c.req.arrayBuffer());
		const secrets = shop.webhooks.findEndpoint()?.secret ?? [];
		const event = await verifyWebhook(body, c.req.raw.headers, secrets, shop).catch((error: unknown) => {
			if (!(error instanceof WebhookRefused)) throw error;
		});
		if (event === undefined) return c.body(null, 401);
		await handleEvent(shop, event);
		return c.body(null, 204);
	});
}
