import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { findProduct, maximumQuantity } from "./catalogue.ts";
import { checkoutRoutes } from "./checkout/checkout.route.ts";
import { checkoutPath } from "./checkout/page-protocol.ts";
import { readForm } from "./forms.ts";
import { checkoutWords, inLanguage, languageOf, pageWords } from "./locale/for-pages.ts";
import type { Order } from "./orders/order.ts";
import { orderRoutes } from "./orders/orders.route.ts";
import { frontPage, productPage } from "./product-pages.ts";
import type { Shop } from "./shop.ts";
import { subscriptionRoutes } from "./subscriptions/subscriptions.route.ts";
import { renderPage, statusPage } from "./ui.ts";
import { webhookRoutes } from "./webhooks/webhooks.route.ts";

declare module "hono" {
	interface ContextVariableMap {
		order: Order;
	}
}

/** Ten times a name, an address and a token. */
const maximumBodyBytes = 8 * 1024;

const assetFolders = [
	new URL(".", import.meta.resolve("@cardseal/ui/base.css")),
	new URL("../static/", import.meta.url),
	new URL("../dist/browser/", import.meta.url),
];

export function createApp(shop: Shop): Hono {
	const { orders, publicUrl } = shop;
	const app = new Hono();
	app.use(shopHeaders(shop));
	// The pages of subscriptions are in English only.
	app.use((c, next) => {
		const isEnglish = /^\/orders\/[^/]+\/subscription/.test(c.req.path);
		return inLanguage(isEnglish ? "en-CA" : languageOf(c.req.header("Accept-Language")), next);
	});
	app.use(async (c, next) => {
		c.setRenderer((page, status = 200) => c.html(renderPage(page, shop.links()), status));
		await next();
		if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
	});
	// The gateway's events may be longer than the limit for forms.
	webhookRoutes(app, shop);
	app.use(async (c, next) => {
		if (["GET", "HEAD"].includes(c.req.method) || isSameOrigin(c.req.raw.headers, new URL(publicUrl).origin))
			return next();
		const message = checkoutWords.wrongAddress(publicUrl);
		if (c.req.path === "/pay") return c.json({ problems: [{ field: "form", message }], tokenKept: true }, 403);
		return problem(c, "forbidden", 403, publicUrl);
	});
	app.use(bodyLimit({ maxSize: maximumBodyBytes, onError: (c) => problem(c, "badRequest", 413) }));
	app.notFound((c) => problem(c, "notFound", 404));
	app.onError((error, c) => {
		// The message may repeat typed text.
		shop.log("error", `${c.req.method} ${c.req.routePath} failed: ${error.name}`);
		return problem(c, "failure", 500);
	});

	app.use("/orders/:id/*", async (c, next) => {
		const order = orders.find(c.req.param("id"));
		if (order === undefined) return c.notFound();
		c.set("order", order);
		return next();
	});

	app.get("/healthz", (c) => c.json({ status: "ok" }));
	for (const folder of assetFolders) {
		app.get(
			"/assets/*",
			serveStatic({
				root: fileURLToPath(folder),
				rewriteRequestPath: (path) => path.replace("/assets/", ""),
				onFound: (_path, c) => c.header("Cache-Control", "public, max-age=60"),
			}),
		);
	}
	app.get("/", (c) => c.render(frontPage()));
	app.get("/things/:slug", (c) => {
		const product = findProduct(c.req.param("slug"));
		return product === undefined ? c.notFound() : c.render(productPage(product));
	});
	app.post("/orders", async (c) => {
		const purchase = readPurchase(await readForm(c));
		if (purchase === undefined) return problem(c, "badRequest", 400);
		return c.redirect(checkoutPath(orders.place(purchase)), 303);
	});
	checkoutRoutes(app, shop);
	subscriptionRoutes(app, shop);
	orderRoutes(app, shop);
	return app;
}

/** The price is never read from a form. */
function readPurchase(form: URLSearchParams) {
	const product = findProduct(form.get("thing") ?? "");
	const posted = form.get("quantity") ?? "";
	const quantity = /^[1-9]$/.test(posted) ? Number(posted) : 0;
	const hold = form.get("hold") === "yes";
	if (product === undefined || quantity < 1 || quantity > maximumQuantity) return undefined;
	if (product.isMonthly && (quantity > 1 || hold)) return undefined;
	return { slug: product.slug, quantity, amountCents: product.priceCents * quantity, hold };
}

function problem(c: Context, name: keyof typeof pageWords.problems, status: ContentfulStatusCode, shopUrl?: string) {
	const { problems, backToShop, openShop } = pageWords;
	const link = html`<a class="button" href="${shopUrl ?? "/"}">${shopUrl === undefined ? backToShop : openShop(shopUrl)}</a>`;
	return c.render(statusPage(problems[name], html`<p>${problems[name].text}</p>${link}`), status);
}

/** No inline script or style, no frame around pages, Trusted Types. An order's address opens the order: no referrer. */
function shopHeaders({ scripts: { library, widget }, publicUrl }: Shop): MiddlewareHandler {
	return secureHeaders({
		contentSecurityPolicy: {
			defaultSrc: ["'none'"],
			scriptSrc: ["'self'", library.url, widget.url],
			styleSrc: ["'self'"],
			imgSrc: ["'self'"],
			connectSrc: ["'self'"],
			frameSrc: [new URL(widget.url).origin],
			formAction: ["'self'"],
			frameAncestors: ["'none'"],
			baseUri: ["'none'"],
			requireTrustedTypesFor: ["'script'"],
		},
		permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
		strictTransportSecurity: publicUrl.startsWith("https:") && "max-age=31536000",
	});
}

/** Older browsers and plain HTTP have no `Sec-Fetch-Site`. */
export function isSameOrigin(headers: Headers, shopOrigin: string): boolean {
	const site = headers.get("Sec-Fetch-Site");
	return site === null ? headers.get("Origin") === shopOrigin : site === "same-origin";
}
