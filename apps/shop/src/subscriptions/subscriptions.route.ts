import { CallError } from "@cardseal/client";
import type { Context, Hono } from "hono";
import type { CardChangeAnswer } from "../checkout/page-protocol.ts";
import { newCardSchema } from "../checkout/payer.ts";
import { readJson } from "../forms.ts";
import { subscriptionWords } from "../locale/en/subscription.ts";
import { orderNumber, subscriberOf } from "../orders/order.ts";
import { asCallError, type Shop } from "../shop.ts";
import { cancelPage, cardPage, subscriptionPage } from "./subscription-pages.ts";
import {
	canChangeCard,
	canTake,
	changeCard,
	readSubscription,
	type SubscriptionStep,
	subscriptionSteps,
	takeStep,
} from "./subscriptions.ts";

/** The order's address gives access. */
export function subscriptionRoutes(app: Hono, shop: Shop): void {
	const base = "/orders/:id/subscription";
	const backToIt = (c: Context, query = "") => c.redirect(`/orders/${c.var.order.id}/subscription${query}`, 303);
	const read = (c: Context) =>
		readSubscription(shop, c.var.order.id).catch((error: unknown) => void asCallError(error));

	app.use(`${base}/*`, async (c, next) => (subscriberOf(c.var.order) === undefined ? c.notFound() : next()));

	app.get(base, async (c) =>
		c.render(subscriptionPage(c.var.order, await read(c), c.req.query("failed") !== undefined)),
	);

	app.get(`${base}/cancel`, async (c) => {
		const subscription = await read(c);
		return subscription && canTake("cancel", subscription) ? c.render(cancelPage(c.var.order)) : backToIt(c);
	});

	app.get(`${base}/card`, async (c) => {
		const subscription = await read(c);
		if (!subscription || !canChangeCard(subscription)) return backToIt(c);
		return c.render(cardPage(shop, c.var.order, subscription));
	});

	app.post(`${base}/card`, async (c) => {
		const { notUsable, refused, notChanged } = subscriptionWords.newCard;
		const request = newCardSchema.safeParse(await readJson(c));
		if (!request.success) return c.json<CardChangeAnswer>({ message: notUsable }, 400);
		const refusal = await changeCard(shop, c.var.order.id, request.data.token).catch(asCallError);
		if (refusal instanceof CallError) return c.json<CardChangeAnswer>({ message: notChanged }, 503);
		return refusal === undefined
			? c.json<CardChangeAnswer>({})
			: c.json<CardChangeAnswer>({ message: refused(refusal) }, 422);
	});

	for (const step of Object.keys(subscriptionSteps) as SubscriptionStep[]) {
		app.post(`${base}/${step}`, async (c) => {
			const { order } = c.var;
			const failure = await takeStep(shop, order.id, step).then(() => undefined, asCallError);
			shop.log("info", `Order ${orderNumber(order)}, ${step}: ${failure?.code ?? "done"}.`);
			// A reload of the page then repeats nothing.
			return backToIt(c, failure && "?failed");
		});
	}
}
