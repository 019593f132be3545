import type { Context, Hono } from "hono";
import { subscriptionWords } from "../locale/en/subscription.ts";
import type { Cashier } from "../orders/cashier.ts";
import type { Order } from "../orders/order.ts";
import type { OrderBook } from "../orders/order-book.ts";
import type { Sealing } from "../pages/card-part.ts";
import { cancelPage, subscriptionPage } from "../pages/subscription.ts";
import { subscriptionCardPage } from "../pages/subscription-card.ts";
import type { CardChangeAnswer } from "../subscriptions/card-change-answer.ts";
import { canChangeCard, canTake, subscriptionSteps } from "../subscriptions/subscription.ts";
import { type CardChange, type SubscriptionKeeper, subscriberOf } from "../subscriptions/subscription-keeper.ts";
import { subscriptionPath } from "../subscriptions/subscription-path.ts";
import type { Assets } from "./assets.ts";
import { readJson } from "./bodies.ts";
import { newCardRequest } from "./requests.ts";

/** What the pages of a subscription are made from. */
interface SubscriptionPages {
	readonly assets: Assets;
	readonly book: OrderBook;
	readonly cashier: Cashier;
	readonly sealing: Sealing;
	readonly subscriptions: SubscriptionKeeper;
}

/** The pages of a subscription, and what its payer does there. Whoever knows the order's address may. */
export function subscriptionRoutes(
	app: Hono,
	{ assets, book, cashier, sealing, subscriptions }: SubscriptionPages,
): void {
	const base = subscriptionPath(":id");

	/** The order in the path, when it has a subscription or is about to. */
	async function findOrder(c: Context): Promise<Order | undefined> {
		const known = book.find(c.req.param("id") ?? "");
		const order = known && (await cashier.settle(known));
		return order && subscriberOf(order) !== undefined ? order : undefined;
	}

	app.get(base, async (c) => {
		const order = await findOrder(c);
		if (order === undefined) return c.notFound();
		const failed = c.req.query("failed") !== undefined;
		return c.html(subscriptionPage(assets, { order, found: await subscriptions.find(order), failed }));
	});

	app.get(`${base}/cancel`, async (c) => {
		const order = await findOrder(c);
		if (order === undefined) return c.notFound();
		const found = await subscriptions.find(order);
		const canCancel = typeof found !== "string" && canTake("cancel", found);
		return canCancel ? c.html(cancelPage(assets, order)) : c.redirect(subscriptionPath(order.id), 303);
	});

	app.get(`${base}/card`, async (c) => {
		const order = await findOrder(c);
		if (order === undefined) return c.notFound();
		const found = await subscriptions.find(order);
		if (typeof found === "string" || !canChangeCard(found)) return c.redirect(subscriptionPath(order.id), 303);
		return c.html(subscriptionCardPage(assets, sealing, { order, subscription: found }));
	});

	app.post(`${base}/card`, async (c) => {
		const order = await findOrder(c);
		if (order === undefined) return c.notFound();
		const request = newCardRequest.safeParse(await readJson(c));
		if (!request.success) return c.json({ message: subscriptionWords.newCard.notUsable }, 400);
		const change = await subscriptions.changeCard(order, request.data.token);
		return c.json(answerFor(change), statuses[change.kind]);
	});

	for (const step of subscriptionSteps) {
		app.post(`${base}/${step}`, async (c) => {
			const order = await findOrder(c);
			if (order === undefined) return c.notFound();
			const done = await subscriptions.take(order, step);
			// The page tells how it stands then, and a reload asks for nothing again.
			return c.redirect(`${subscriptionPath(order.id)}${done ? "" : "?failed"}`, 303);
		});
	}
}

const statuses = { changed: 200, refused: 422, not_changed: 503 } as const;

function answerFor(change: CardChange): CardChangeAnswer {
	const { refused, notChanged } = subscriptionWords.newCard;
	if (change.kind === "changed") return {};
	return { message: change.kind === "refused" ? refused(change.message) : notChanged };
}
