import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { findThing } from "./catalogue.ts";
import { checkoutPath, checkoutWays, orderPath, readCheckoutWay } from "./checkout-ways.ts";
import type { Assets } from "./http/assets.ts";
import { answerPayment, answerWrongAddress } from "./http/payment-answer.ts";
import { paymentRequest, readPurchase, readStep } from "./http/requests.ts";
import { isSameOrigin } from "./http/same-origin.ts";
import { securityHeaders } from "./http/security-headers.ts";
import type { Log } from "./log.ts";
import type { Cashier } from "./orders/cashier.ts";
import type { Desk } from "./orders/desk.ts";
import { canBePaid, type Order, orderState } from "./orders/order.ts";
import type { OrderBook } from "./orders/order-book.ts";
import type { Sealing } from "./pages/card-part.ts";
import { checkoutPage } from "./pages/checkout.ts";
import { frontPage } from "./pages/front.ts";
import type { Markup } from "./pages/layout.ts";
import { orderPage } from "./pages/order.ts";
import { type PageProblem, problemPage } from "./pages/problem.ts";
import { thingPage } from "./pages/thing.ts";

/** What the shop's pages are made from. */
export interface Shop {
	readonly publicUrl: string;
	readonly sealing: Sealing;
	readonly assets: Assets;
	readonly book: OrderBook;
	readonly cashier: Cashier;
	readonly desk: Desk;
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

	for (const way of checkoutWays) {
		app.get(checkoutPath(":id", way), (c) => {
			const order = book.find(c.req.param("id") ?? "");
			if (order === undefined) return c.notFound();
			// Back button, second tab: what cannot be paid any more shows how it stands instead of a form.
			if (!canBePaid(order)) return c.redirect(orderPath(order.id, way), 303);
			return page(c, checkoutPage(assets, shop.sealing, order, way));
		});
	}

	orderRoutes(app, shop);

	app.post("/pay", async (c) => {
		const request = paymentRequest.safeParse(await readJson(c));
		const order = request.success ? book.find(request.data.order_id) : undefined;
		const { status, body } = await answerPayment(shop.cashier, request, order, shop.log);
		return c.json(body, status);
	});

	return app;
}

/** How an order stands, and the steps that may follow its payment. */
function orderRoutes(app: Hono, { assets, book, cashier, desk }: Shop): void {
	const settle = async (order: Order) => desk.settle(await cashier.settle(order));

	app.get("/orders/:id", async (c) => {
		const known = book.find(c.req.param("id"));
		if (known === undefined) return c.notFound();
		const order = await settle(known);
		const way = readCheckoutWay(c.req.query("checkout"));
		const open = orderState(order) === "open";
		return open ? c.redirect(checkoutPath(order.id, way), 303) : page(c, orderPage(assets, order, way));
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

/** The body as a form; empty when it is not one, or does not say that it is. */
async function readForm(c: Context): Promise<URLSearchParams> {
	const isForm = mediaType(c) === "application/x-www-form-urlencoded";
	return new URLSearchParams(isForm ? await c.req.text().catch(() => "") : "");
}

/** The body as JSON; `undefined` when it is not, or does not say that it is. */
async function readJson(c: Context): Promise<unknown> {
	return mediaType(c) === "application/json" ? c.req.json().catch(() => undefined) : undefined;
}

/** What the body says it is, without parameters. */
function mediaType(c: Context): string | undefined {
	return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
}

function page(c: Context, markup: Markup) {
	return c.html(markup);
}

function problem(c: Context, assets: Assets, name: PageProblem, status: 400 | 404 | 413 | 500) {
	return c.html(problemPage(assets, name), status);
}
