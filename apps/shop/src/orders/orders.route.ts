import type { Hono } from "hono";
import { checkoutPath, readWay } from "../checkout/page-protocol.ts";
import { readForm, readKnownCount } from "../forms.ts";
import { operate } from "../refunds/refund.ts";
import { cardKey, findHolder } from "../saved-cards/saved-cards.ts";
import type { Shop } from "../shop.ts";
import { operationKinds, orderState } from "./order.ts";
import { orderPage } from "./order-page.ts";

export function orderRoutes(app: Hono, shop: Shop): void {
	const { publicUrl, mailboxUrl } = shop;
	const keys = cardKey(publicUrl);

	app.get("/orders/:id", (c) => {
		const { order } = c.var;
		const way = readWay(c.req.query("checkout"));
		if (orderState(order) === "open") return c.redirect(checkoutPath(order.id, way), 303);
		const customerId = findHolder(shop, keys.read(c))?.customerId;
		return c.render(orderPage({ order, way, customerId, mailboxUrl }));
	});

	app.get("/orders/:id/state", (c) => c.json({ state: orderState(c.var.order) }));

	for (const kind of operationKinds) {
		app.post(`/orders/:id/${kind}`, async (c) => {
			const { id, amountCents } = c.var.order;
			const form = await readForm(c);
			const knownOperations = readKnownCount(form);
			if (knownOperations === undefined) return c.notFound();
			const wantedCents = kind === "refund" ? readCents(form.get("amount") ?? "") : amountCents;
			await operate(shop, id, { kind, amountCents: wantedCents, knownOperations });
			return c.redirect(`/orders/${id}#refunds`, 303);
		});
	}
}

/** Reads cents from "12", "12.5" or "12.50"; 0 for anything else. */
function readCents(text: string): number {
	const [, dollars, decimals = ""] = /^ *([0-9]{1,6})(?:\.([0-9]{1,2}))? *$/.exec(text) ?? [];
	return dollars === undefined ? 0 : Number(dollars) * 100 + Number(decimals.padEnd(2, "0"));
}
