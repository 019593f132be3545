import {
	browserKey,
	formatDate,
	formatMoney,
	type Log,
	newBrowserKey,
	type Page,
	postForm,
	statusPage,
	submitButton,
} from "@cardseal/shop";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type { Connection } from "./oauth.ts";
import type { Partner, PartnerNews, PartnerPayment } from "./partner.ts";
import { partnerWords as words } from "./partner-words.ts";

const cookieSeconds = 86_400;

/** The partner is another business that shares the shop's server. Its pages work without script. */
export function partnerRoutes(app: Hono, partner: Partner, publicUrl: string, log: Log): void {
	const keys = browserKey("partner", publicUrl, cookieSeconds);
	const keyOf = (c: Context) => keys.read(c) ?? "";

	async function orFailed<Result>(work: Promise<Result>): Promise<Result | PartnerNews> {
		return work.catch((error: Error): PartnerNews => {
			// The message may repeat a token.
			log("error", `The partner failed: ${error.name}`);
			return "failed";
		});
	}

	/** Shows the result on the page, so that a reload repeats nothing. */
	async function redirect(c: Context, work: Promise<PartnerNews>): Promise<Response> {
		return c.redirect(`/partner?${await orFailed(work)}`, 303);
	}

	app.get("/partner", (c) => {
		const news = (Object.keys(words.news) as PartnerNews[]).find((name) => c.req.query(name) !== undefined);
		return c.render(partnerPage(partner.connectionOf(keyOf(c)), news));
	});
	app.get("/partner/connect", async (c) => {
		const key = keys.read(c) ?? newBrowserKey();
		keys.set(c, key);
		const address = await orFailed(partner.begin(key));
		return c.redirect(address === "failed" ? "/partner?failed" : address, 303);
	});
	app.get("/partner/callback", (c) => redirect(c, partner.finish(keyOf(c), new URL(c.req.url).searchParams)));
	app.get("/partner/payments", async (c) => {
		const payments = await orFailed(partner.listPayments(keyOf(c)));
		return typeof payments === "string" ? c.redirect(`/partner?${payments}`, 303) : c.render(paymentsPage(payments));
	});
	app.post("/partner/refresh", (c) => redirect(c, partner.refresh(keyOf(c))));
	app.post("/partner/disconnect", (c) => redirect(c, partner.disconnect(keyOf(c))));
}

function partnerPage(connection: Connection | undefined, news: PartnerNews | undefined): Page {
	const invitation = html`<p class="small muted">${words.connectHint}</p>
		<a class="button" href="/partner/connect">${words.connect}</a>`;
	const connected = ({ merchantId, scopes }: Connection) => html`<dl class="pairs">
			<div><dt>${words.merchant}</dt><dd><code>${merchantId}</code></dd></div>
			<div><dt>${words.scopes}</dt><dd><code>${scopes.join(", ")}</code></dd></div>
		</dl>
		<div class="row">
			<a class="button" href="/partner/payments">${words.payments}</a>
			${postForm("/partner/refresh", {}, submitButton(words.refresh))}
			${postForm("/partner/disconnect", {}, submitButton(words.disconnect))}
		</div>`;
	return statusPage(
		words,
		html`${news && html`<p class="notice" data-tone="${words.news[news].tone}" role="status">${words.news[news].text}</p>`}
		<p>${words.intro}</p>
		${connection === undefined ? invitation : connected(connection)}
		<p class="small"><a href="/">${words.toShop}</a></p>`,
	);
}

function paymentsPage(payments: PartnerPayment[]): Page {
	const row = ({ amount, currency, transaction_result: result, transaction_time: at }: PartnerPayment) =>
		html`<div><dt>${formatDate(at)}</dt><dd>${formatMoney(Math.round(amount * 100))} ${currency}, ${words.results[result]}</dd></div>`;
	return statusPage(
		{ title: words.latest, chip: words.chip },
		html`${payments.length === 0 ? html`<p>${words.noPayments}</p>` : html`<dl class="pairs">${payments.map(row)}</dl>`}
		<p class="small"><a href="/partner">${words.back}</a></p>`,
	);
}
