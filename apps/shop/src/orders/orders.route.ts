import type { Hono } from "hono";
import { toCents } from "../catalogue.ts";
import { checkoutPath } from "../checkout/page-protocol.ts";
import { readForm, readKnownCount } from "../forms.ts";
import { listOperations, operate, operationKinds } from "../refunds/refund.ts";
import { cardKey, findHolder } from "../saved-cards/saved-cards.ts";
import { asCallError, type Shop } from "../shop.ts";
import { orderState, paymentOf } from "./order.ts";
import { orderPage } from "./order-page.ts";

export function orderRoutes(app: Hono, shop: Shop): void {
	const keys = cardKey(shop.publicUrl);

	app.get("/orders/:id", async (c) => {
		const { order } = c.var;
		if (orderState(order) === "open") return c.redirect(checkoutPath(order), 303);
		const operations = paymentOf(order)?.card
			? await listOperations(shop, order).catch((error: unknown) => void asCallError(error))
			: [];
		const customerId = findHolder(shop, keys.read(c))?.customerId;
		const hasFailed = c.req.query("failed") !== undefined;
		return c.render(orderPage({ order, customerId, mailboxUrl: shop.mailboxUrl, operations, hasFailed }));
	});

	app.get("/orders/:id/state", (c) => c.json({ state: orderState(c.var.order) }));

	for (const kind of operationKinds) {
		app.post(`/orders/:id/${kind}`, async (c) => {
			const { id } = c.var.order;
			const form = await readForm(c);
			const knownOperations = readKnownCount(form);
			if (knownOperations === undefined) return c.notFound();
			const given = form.get("amount");
			const amountCents = given === null ? 0 : readCents(given);
			const isDone = amountCents !== undefined && (await operate(shop, id, { kind, amountCents, knownOperations }));
			return c.redirect(`/orders/${id}${isDone ? "" : "?failed"}#refunds`, 303);
		});
	}
}

/** Reads cents from "12", "12.5" or, in French, "12,50". */
function readCents(text: string): number | undefined {
	return /^ *[0-9]{1,6}([.,][0-9]{1,2})? *$/.test(text) ? toCents(Number(text.replace(",", "."))) : undefined;
}
