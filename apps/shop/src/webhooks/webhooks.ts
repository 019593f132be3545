import type { WebhookEvent } from "@cardseal/client";
import { recoverOrder } from "../orders/recover.ts";
import type { Shop } from "../shop.ts";

const description = "Demo shop";

export const webhookPath = "/webhooks";

/** Replaces a lost secret. */
export async function openEndpoint({ client, webhooks, publicUrl }: Shop): Promise<void> {
	const url = publicUrl + webhookPath;
	const { endpoints } = await client.get("/event-service/endpoint");
	const found = endpoints.find((one) => one.description === description);
	if (found === undefined) {
		const created = await client.post("/event-service/endpoint", { body: { url, description } });
		return webhooks.keepEndpoint(created.lookup_id, created.secret);
	}
	const path = { endpoint_id: found.lookup_id };
	if (webhooks.findEndpoint()?.id !== found.lookup_id) {
		const { secret } = await client.post("/event-service/endpoint/{endpoint_id}/rotate-secret", { path });
		webhooks.keepEndpoint(found.lookup_id, secret);
	}
	if (found.url === url && found.status === "ENABLED") return;
	await client.patch("/event-service/endpoint/{endpoint_id}", { path, body: { url, status: "ENABLED" } });
}

/** Events come twice and in any order, so the shop reads the present state. The gateway sends a failed event again. */
export async function handleEvent(shop: Shop, event: WebhookEvent): Promise<void> {
	const order = shop.orders.findByNumber(orderNumberIn(event));
	if (order !== undefined) await recoverOrder(shop, order.id);
}

/** Cards' payments have an invoice id; bank payments and subscriptions have the shop's metadata. */
function orderNumberIn({ data }: WebhookEvent): string {
	const invoiceId = "invoice_id" in data ? data.invoice_id : null;
	return invoiceId ?? ("metadata" in data ? data.metadata.order : undefined) ?? "";
}
