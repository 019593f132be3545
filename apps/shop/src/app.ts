import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { z } from "zod";
import type { CardKeeper } from "./cards-on-file/card-keeper.ts";
import { findThing, isMonthly } from "./catalogue.ts";
import { checkoutPath, checkoutWays, orderPath, readCheckoutWay } from "./checkout-ways.ts";
import type { Assets } from "./http/assets.ts";
import { readForm, readJson } from "./http/bodies.ts";
import { cardKeyCookie } from "./http/card-key-cookie.ts";
import { answerBankRefusal, answerPayment, answerWrongAddress } from "./http/payment-answer.ts";
import { paymentRequest, readBankPayment, readPaymentOnFile, readPurchase, readStep } from "./http/requests.ts";
import { isSameOrigin } from "./http/same-origin.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { subscriptionRoutes } from "./http/subscription-routes.ts";
import type { Log } from "./log.ts";
import { canPayByBank } from "./orders/by-bank.ts";
import type { Cashier } from "./orders/cashier.ts";
import type { Desk } from "./orders/desk.ts";
import { canBePaid, type Order, orderState } from "./orders/order.ts";
import type { OrderBook } from "./orders/order-book.ts";
import { byBankPage, byBankPath, type TypedBankPayer } from "./pages/by-bank.ts";
import type { Sealing } from "./pages/card-part.ts";
import { checkoutPage } from "./pages/checkout.ts";
import { frontPage } from "./pages/front.ts";
import type { Markup } from "./pages/layout.ts";
import { orderPage } from "./pages/order.ts";
import { type PageProblem, problemPage } from "./pages/problem.ts";
import { thingPage } from "./pages/thing.ts";
import type { PartnerDesk } from "./partner/desk.ts";
import { partnerRoutes } from "./partner/routes.ts";
import { type SubscriptionKeeper, subscriberOf } from "./subscriptions/subscription-keeper.ts";

/** What the shop's pages are made from. */
export interface Shop {
	readonly publicUrl: string;
	readonly sealing: Sealing;
	readonly assets: Assets;
	readonly book: OrderBook;
	readonly cashier: Cashier;
	readonly desk: Desk;
	readonly keeper: CardKeeper;
	readonly subscriptions: SubscriptionKeeper;
	readonly partner: PartnerDesk;
	/** Where the sandbox shows the receipts that it has kept instead of mailing them. */
	readonly mailboxUrl: string | undefined;
	readonly log: Log;
}

/** A name, an address and a token fit ten times over. */
const maximumBodyBytes = 8 * 1024;

/** Every route of the shop. */
export function createApp(shop: Shop): Hono {
	const app = new Hono();
	const { assets, book } = shop;

	app.use(securityHeaders(shop.sealing, shop.publicUrl));
	app.use(onlyFromOurPages(shop));
	app.use(bodyLimit({ maxSize: maximumBodyBytes, onError: (c) => problem(c, assets, "tooLarge", 413) }));
	app.notFound((c) => problem(c, assets, "notFound", 404));
	app.onError((error, c) => {
		// The name of the failure only: its message may repeat what the payer typed.
		shop.log({ level: "error", message: `${c.req.method} ${c.req.routePath} failed: ${error.name}` });
		return problem(c, assets, "failure", 500);
	});

	app.get("/healthz", (c) => c.json({ status: "ok" }));
	app.get("/assets/*", (c) => sendAsset(c, assets));
	app.get("/", (c) => page(c, frontPage(assets)));
	app.get("/things/:slug", (c) => {
		const thing = findThing(c.req.param("slug"));
		return thing === undefined ? c.notFound() : page(c, thingPage(assets, thing));
	});

	app.post("/orders", async (c) => {
		const purchase = readPurchase(await readForm(c));
		if (purchase === undefined) return problem(c, assets, "badOrder", 400);
		const { thing, quantity, hold } = purchase;
		const order = await book.place({ slug: thing.slug, quantity, amountCents: thing.priceCents * quantity, hold });
		return c.redirect(checkoutPath(order.id, "widget"), 303);
	});

	checkoutRoutes(app, shop);
	byBankRoutes(app, shop);
	orderRoutes(app, shop);
	subscriptionRoutes(app, shop);
	partnerRoutes(app, shop);
	return app;
}

/** Where an order is paid: with a card that is given there, or with one on file. */
function checkoutRoutes(app: Hono, shop: Shop): void {
	const { assets, book, cashier, keeper, subscriptions, sealing, mailboxUrl } = shop;
	const keys = cardKeyCookie(shop.publicUrl);

	for (const way of checkoutWays) {
		app.get(checkoutPath(":id", way), async (c) => {
			const order = book.find(c.req.param("id") ?? "");
			if (order === undefined) return c.notFound();
			// Back button, second tab: what cannot be paid any more shows how it stands instead of a form.
			if (!canBePaid(order)) return c.redirect(orderPath(order.id, way), 303);
			const holder = isMonthly(order) ? undefined : keeper.find(keys.read(c));
			const cards = holder === undefined ? [] : await keeper.offer(holder);
			return page(c, checkoutPage(assets, sealing, { order, way, cards, mailboxUrl }));
		});
	}

	app.post("/pay", async (c) => {
		const request = paymentRequest.safeParse(await readJson(c));
		const order = request.success ? book.find(request.data.order_id) : undefined;
		const { status, body } = await answerPayment({ ...shop, holder: keeper.find(keys.read(c)) }, request, order);
		const kept = order && request.data && cashier.findRemembering(order, request.data.token);
		const key = kept && (await keeper.giveKey(kept.customerId, kept.id));
		if (key !== undefined) keys.give(c, key);
		const paid = order && book.find(order.id);
		// Before the payer can look at it. What cannot be started now is started by the settling.
		if (paid !== undefined && subscriberOf(paid) !== undefined) await subscriptions.find(paid);
		return c.json(body, status);
	});

	app.post("/orders/:id/card-on-file", async (c) => {
		const order = book.find(c.req.param("id"));
		const request = readPaymentOnFile(await readForm(c));
		if (order === undefined || request === undefined) return c.notFound();
		const holder = keeper.find(keys.read(c));
		if (holder !== undefined) await cashier.payOnFile(order, { holder, ...request });
		// The page tells what became of it, and leads back to the checkout when nothing was charged.
		return c.redirect(orderPath(order.id, request.way), 303);
	});

	app.post("/orders/:id/forget-card", async (c) => {
		const order = book.find(c.req.param("id"));
		if (order === undefined) return c.notFound();
		const way = readCheckoutWay((await readForm(c)).get("checkout") ?? undefined);
		const holder = keeper.find(keys.read(c));
		if (holder !== undefined) await keeper.forget(holder);
		keys.drop(c);
		return c.redirect(orderPath(order.id, way), 303);
	});
}

/** Where a payer asks for a mail by which they pay from a bank account. */
function byBankRoutes(app: Hono, { assets, book, cashier, log }: Shop): void {
	const path = byBankPath(":id");

	app.get(path, (c) => {
		const order = book.find(c.req.param("id") ?? "");
		if (order === undefined || !canPayByBank(order)) return c.notFound();
		const way = readCheckoutWay(c.req.query("checkout"));
		return canBePaid(order) ? page(c, byBankPage(assets, order, way)) : c.redirect(orderPath(order.id, way), 303);
	});

	app.post(path, async (c) => {
		const order = book.find(c.req.param("id") ?? "");
		const request = readBankPayment(await readForm(c));
		if (order === undefined || request === undefined) return c.notFound();
		const { after, way, typed, payer } = request;
		if (!payer.success && canBePaid(order)) {
			return c.html(byBankPage(assets, order, way, { ...typed, problems: problemsOf(payer.error) }), 400);
		}
		const result = payer.success ? await cashier.payByBank(order, { ...payer.data, after }) : { order };
		if (result.refusal !== undefined) {
			const { status, problem } = answerBankRefusal(result.order, result.refusal, log);
			return c.html(byBankPage(assets, result.order, way, { ...typed, problems: { form: problem } }), status);
		}
		return c.redirect(orderPath(order.id, way), 303);
	});
}

/** How an order stands, and the steps that may follow its payment. */
function orderRoutes(app: Hono, { assets, book, cashier, desk, keeper, publicUrl, mailboxUrl }: Shop): void {
	const keys = cardKeyCookie(publicUrl);
	const settle = async (order: Order) => desk.settle(await cashier.settle(order));

	app.get("/orders/:id", async (c) => {
		const known = book.find(c.req.param("id"));
		if (known === undefined) return c.notFound();
		const order = await settle(known);
		const way = readCheckoutWay(c.req.query("checkout"));
		const open = orderState(order) === "open";
		if (open) return c.redirect(checkoutPath(order.id, way), 303);
		const customerId = keeper.find(keys.read(c))?.customerId;
		return page(c, orderPage(assets, { order, way, customerId, mailboxUrl }));
	});

	app.get("/orders/:id/state", async (c) => {
		const order = book.find(c.req.param("id"));
		return order === undefined ? c.notFound() : c.json({ state: orderState(await settle(order)) });
	});

	app.post("/orders/:id/:step", async (c) => {
		const order = book.find(c.req.param("id"));
		const step = order && readStep(c.req.param("step"), await readForm(c), order);
		if (order === undefined || step === undefined) return c.notFound();
		await desk.take(order, step);
		// The page tells what became of it, and a reload asks for nothing again.
		return c.redirect(`${orderPath(order.id, "widget")}#desk`, 303);
	});
}

/** The first sentence about each field. */
function problemsOf({ issues }: z.ZodError<{ name: string; email: string }>): TypedBankPayer["problems"] {
	const about = (field: string) => issues.find(({ path }) => path[0] === field)?.message;
	return { name: about("name"), email: about("email") };
}

function onlyFromOurPages({ publicUrl, assets }: Shop) {
	const origin = new URL(publicUrl).origin;
	return async (c: Context, next: () => Promise<void>) => {
		const reads = c.req.method === "GET" || c.req.method === "HEAD";
		if (reads || isSameOrigin(c.req.raw.headers, origin)) return next();
		if (c.req.path === "/pay") return c.json(answerWrongAddress(publicUrl), 403);
		return c.html(problemPage(assets, "forbidden", publicUrl), 403);
	};
}

function sendAsset(c: Context, assets: Assets) {
	const asset = assets.at(c.req.path);
	if (asset === undefined) return c.notFound();
	return c.body(asset.bytes, 200, {
		"Content-Type": asset.type,
		"Cache-Control": "public, max-age=31536000, immutable",
	});
}

function page(c: Context, markup: Markup) {
	return c.html(markup);
}

function problem(c: Context, assets: Assets, name: PageProblem, status: 400 | 404 | 413 | 500) {
	return c.html(problemPage(assets, name), status);
}
