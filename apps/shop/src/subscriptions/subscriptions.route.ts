import type { Hono } from "hono";
import type { CardChangeAnswer } from "../checkout/page-protocol.ts";
import { newCardSchema } from "../checkout/payer.ts";
import { readJson } from "../forms.ts";
import { subscriptionWords } from "../locale/en/subscription.ts";
import { type Order, subscriberOf } from "../orders/order.ts";
import type { Shop } from "../shop.ts";
import { canChangeCard, canTake, subscriptionSteps } from "./subscription.ts";
import { cancelPage, cardPage, subscriptionPage } from "./subscription-pages.ts";
import { changeCard, takeStep } from "./subscriptions.ts";

const statuses = { changed: 200, refused: 422, not_changed: 503 } as const;

/** The order's address gives access. */
export function subscriptionRoutes(app: Hono, shop: Shop): void {
	const base = "/orders/:id/subscription";
	const pathOf = ({ id }: Order) => `/orders/${id}/subscription`;

	app.use(`${base}/*`, async (c, next) => (subscriberOf(c.var.order) === undefined ? c.notFound() : next()));

	app.get(base, (c) => c.render(subscriptionPage(c.var.order, c.req.query("failed") !== undefined)));

	app.get(`${base}/cancel`, (c) => {
		const { order } = c.var;
		const canCancel = order.subscription && canTake("cancel", order.subscription);
		return canCancel ? c.render(cancelPage(order)) : c.redirect(pathOf(order), 303);
	});

	app.get(`${base}/card`, (c) => {
		const { order } = c.var;
		if (!order.subscription || !canChangeCard(order.subscription)) return c.redirect(pathOf(order), 303);
		return c.render(cardPage(shop, order, order.subscription));
	});

	app.post(`${base}/card`, async (c) => {
		const { notUsable, refused, notChanged } = subscriptionWords.newCard;
		const request = newCardSchema.safeParse(await readJson(c));
		if (!request.success) return c.json({ message: notUsable }, 400);
		const change = await changeCard(shop, c.var.order.id, request.data.token);
		const message = change.kind === "refused" ? refused(change.message) : notChanged;
		return c.json<CardChangeAnswer>(change.kind === "changed" ? {} : { message }, statuses[change.kind]);
	});

	for (const step of subscriptionSteps) {
		app.post(`${base}/${step}`, async (c) => {
			const isDone = await takeStep(shop, c.var.order.id, step);
			// A reload of the page then repeats nothing.
			return c.redirect(`${pathOf(c.var.order)}${isDone ? "" : "?failed"}`, 303);
		});
	}
}
