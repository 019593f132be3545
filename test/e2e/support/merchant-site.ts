import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Account, charge, showOrder } from "./paying-site.ts";
import { watchPage } from "./watch-page.ts";

export interface MerchantSiteOptions extends Account {
	publicKey: string;
	port: number;
}

export interface MerchantSite {
	stop(): Promise<void>;
}

interface Page {
	/** The content of the page's `<main>`. */
	body: string;
	/** The page's own script, run after the gateway's. */
	script?: string;
	/** Scripts of the gateway; by default the widget's. */
	gatewayScripts?: string[];
	scriptType?: "module";
	/** Additions to the strict policy, by directive. */
	alsoAllowed?: Record<string, string>;
}

/** The site, and the options in the page's query. */
interface Request extends MerchantSiteOptions {
	query: URLSearchParams;
}

/**
 * A merchant's pages on their own origin, one for each way to integrate the widget, under the strictest policy that
 * the widget supports. The site also answers as `127.0.0.1`, an origin that is not registered at the gateway.
 */
export async function openMerchantSite(options: MerchantSiteOptions): Promise<MerchantSite> {
	const server = createServer((request, response) => {
		answer(options, request, response).catch((error: Error) => response.writeHead(500).end(error.stack));
	}).listen(options.port);
	await once(server, "listening");
	return {
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}

async function answer(options: MerchantSiteOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { pathname, searchParams } = new URL(request.url ?? "/", "http://merchant");
	if (request.method === "POST" && pathname === "/paid") return showReceived(options, request, response);
	if (request.method === "POST" && pathname === "/pay") return tellOutcome(request, response);
	if (request.method === "POST" && pathname === "/charge") return charge(options, request, response);
	if (pathname === "/order") return showOrder(options, searchParams.get("transaction_id") ?? "", response);
	if (pathname === "/advert")
		return void response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Buy more!</p>");
	const make = pages[pathname.slice(1)];
	if (make === undefined) return void response.writeHead(404).end();
	sendPage(options, make({ ...options, query: searchParams }), searchParams, response);
}

const pages: Record<string, (request: Request) => Page> = {
	/** An ordinary form without code. */
	element: (request) => ({ body: checkoutForm(request, "checkout") }),

	/** The element posts the order itself, so the policy allows connections to the page's server. */
	"post-to": (request) => ({
		body: checkoutForm(request, "checkout", `post-to="/pay"`),
		alsoAllowed: { "connect-src": "'self'" },
	}),

	/** The page's server charges, with 3-D Secure; with `post-to` in the query, the element posts. */
	charged: (request) => ({
		body: checkoutForm(request, "checkout").replace("/paid", "/charge"),
		alsoAllowed: { "connect-src": "'self'" },
	}),

	/** Two independent forms on one page. */
	two: (request) => ({ body: checkoutForm(request, "first") + checkoutForm(request, "second") }),

	/** Two elements in one form; only one can work. */
	twice: (request) => ({
		body: checkoutForm(request, "checkout").replace(
			"<button",
			`<cardseal-card public-key="${request.publicKey}"></cardseal-card><button`,
		),
	}),

	/** A form with names that repeat, inside of a fieldset; posted as JSON with `post-to` in the query. */
	fields: (request) => ({
		body: `
			<form id="checkout" method="post" action="/paid"><fieldset id="all">
				<input type="checkbox" name="extra" value="gift" checked><input type="checkbox" name="extra" value="rush" checked>
				<input type="hidden" name="size" value="L">
				${element(request)}
				<button name="intent" value="pay">Pay</button>
			</fieldset></form>`,
		alsoAllowed: { "connect-src": "'self'" },
	}),

	/** Form and element in a shadow root. */
	shadow: (request) => ({
		body: `<div id="host"></div><template id="inside">${checkoutForm(request, "checkout")}</template>`,
		script: `host.attachShadow({ mode: "open" }).append(inside.content.cloneNode(true))`,
		alsoAllowed: { "connect-src": "'self'" },
	}),

	/** An element beside its form. */
	outside: (request) => ({
		body: `<form method="post" action="/paid"><button>Pay</button></form>${element(request)}`,
	}),

	/** The gateway's script as a module. */
	module: (request) => ({ body: checkoutForm(request, "checkout"), scriptType: "module" }),

	/** The page calls the library, with options from the query. */
	mount: ({ publicKey, query }) => ({
		body: `<div id="card"></div><p>Below the form.</p>`,
		script: `
			window.options = ${JSON.stringify({ publicKey, ...JSON.parse(query.get("options") ?? "{}") })};
			window.mountedAt = performance.now();
			window.form = CardSeal.mount("#card", options);
			window.events = [];
			for (const type of ["ready", "change", "brand", "focus", "blur", "submit", "token", "error"]) {
				form.on(type, (event) => events.push({ type, ...event, at: performance.now() }));
			}`,
	}),

	/** The library only; the test does the rest. */
	blank: () => ({ body: `<div id="card"></div><p>Below the form.</p>` }),

	/** The widget's script and the encryption script on one page, in either order. */
	beside: ({ query }) => {
		const scripts = ["encrypt.js", "cardseal.js"];
		const gatewayScripts = query.get("first") === "cardseal.js" ? scripts.toReversed() : scripts;
		return { body: `<div id="card"></div>`, gatewayScripts };
	},

	/** A page written for another provider. */
	shim: ({ publicKey, query }) => ({
		body: `<div id="payment"></div>`,
		script: `
			Object.assign(payment.style, ${query.get("layout") ?? "{}"});
			const create = () => new PayfirmaIframeTransaction(${JSON.stringify(publicKey)}, "payment", {
				environment: ${JSON.stringify(query.get("environment") ?? "sandbox")},
				style: ${query.get("style") ?? `{ accent: "#7a1fa2", radius: 12 }`},
			});
			window.replaced = ${query.has("twice")} ? create().getPaymentToken().catch(({ code }) => code) : undefined;
			window.transaction = create();`,
	}),

	/** A page with an advertiser's iframe. */
	hostile: (request) => ({
		body: `${checkoutForm(request, "checkout")}<iframe id="advert" title="Advertisement" src="${advertUrl(request)}"></iframe>`,
		alsoAllowed: { "frame-src": new URL(advertUrl(request)).origin },
	}),
};

function advertUrl({ port }: MerchantSiteOptions): string {
	return `http://127.0.0.1:${port}/advert`;
}

/** The element with every attribute from the query. */
function element({ publicKey, query }: Request, further = ""): string {
	const asked = [...query].map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(" ");
	const key = query.has("public-key") ? "" : `public-key="${publicKey}"`;
	return `<cardseal-card ${key} ${further} ${asked}></cardseal-card>`;
}

function checkoutForm(request: Request, id: string, further = ""): string {
	return `
		<form id="${id}" method="post" action="/paid">
			<label>Email <input name="email" type="email" value="ana@example.com"></label>
			${element(request, further)}
			<button name="intent" value="pay">Pay</button>
		</form>`;
}

function sendPage(
	{ gatewayUrl }: MerchantSiteOptions,
	page: Page,
	query: URLSearchParams,
	response: ServerResponse,
): void {
	const nonce = randomBytes(16).toString("base64");
	const { gatewayScripts = ["cardseal.js"], scriptType } = page;
	const kind = scriptType === undefined ? "defer" : `type="${scriptType}"`;
	const tags = gatewayScripts.map(
		(file) => `<script nonce="${nonce}" src="${gatewayUrl}/v1/${file}" ${kind}></script>`,
	);
	response.writeHead(200, {
		"Content-Type": "text/html; charset=utf-8",
		"Content-Security-Policy": policy(gatewayUrl, nonce, page.alsoAllowed ?? {}, query.has("no-frames")),
	});
	response.end(`<!doctype html>
<html lang="${escapeHtml(query.get("lang") ?? "en")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pay</title>
<style nonce="${nonce}">:root { color-scheme: light dark } body { margin: 16px; font: 16px/1.5 sans-serif }</style>
<script nonce="${nonce}">(${watchPage})()</script>
${query.has("import-map") ? `<script nonce="${nonce}" type="importmap">${query.get("import-map")}</script>` : ""}
${tags.join("\n")}
</head>
<body><main><h1>Pay</h1>${page.body}</main>
<script nonce="${nonce}" type="module">${page.script ?? ""}</script>
</body>
</html>`);
}

/** The strict policy that the widget supports. */
function policy(gatewayUrl: string, nonce: string, alsoAllowed: Record<string, string>, noFrames: boolean): string {
	const directives: Record<string, string> = {
		"default-src": "'none'",
		"script-src": `'nonce-${nonce}'`,
		"style-src": `'nonce-${nonce}'`,
		"frame-src": noFrames ? "'none'" : gatewayUrl,
		"require-trusted-types-for": "'script'",
	};
	for (const [name, sources] of Object.entries(alsoAllowed)) {
		directives[name] = `${directives[name] ?? ""} ${sources}`.trim();
	}
	return Object.entries(directives)
		.map(([name, sources]) => `${name} ${sources}`)
		.join("; ");
}

/** Shows the submitted form to the test. */
async function showReceived(
	options: MerchantSiteOptions,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const received = Object.fromEntries(new URLSearchParams(await text(request)));
	const page = { body: `<pre id="received">${escapeHtml(JSON.stringify(received))}</pre>`, gatewayScripts: [] };
	sendPage(options, page, new URLSearchParams(), response);
}

/** Answers `post-to`: paid or not, by the email address. */
async function tellOutcome(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const order = JSON.parse(await text(request)) as { email?: string; token?: string };
	const isPaid = order.email !== "declined@example.com" && /^ct1/.test(order.token ?? "");
	response.writeHead(isPaid ? 200 : 402, { "Content-Type": "application/json" });
	response.end(JSON.stringify({ message: isPaid ? "Paid. Thank you!" : "Your card was declined." }));
}

function escapeHtml(value: string): string {
	return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
