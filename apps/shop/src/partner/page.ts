import { html } from "hono/html";
import type { Assets } from "../http/assets.ts";
import { partnerWords as words } from "../locale/en/partner.ts";
import { formatDate, formatMoney } from "../pages/format.ts";
import { type Markup, renderPage } from "../pages/layout.ts";
import type { Connection } from "./authorization.ts";
import type { PartnerNews } from "./desk.ts";
import type { LatestPayment } from "./payments.ts";

export interface PartnerPage {
	readonly connection: Pick<Connection, "merchantId" | "scopes"> | undefined;
	readonly news?: PartnerNews | undefined;
}

/** The demo partner's page: how to connect, or what it is connected to. Works without script. */
export function partnerPage(assets: Assets, { connection, news }: PartnerPage): Markup {
	const main = html`<section class="panel outcome">
		<p><span class="chip">${words.chip}</span></p>
		<h1>${words.title}</h1>
		${news === undefined ? "" : html`<p class="notice" data-tone="${words.news[news].tone}" role="status">${words.news[news].text}</p>`}
		<p>${words.intro}</p>
		${connection === undefined ? invitation() : connected(connection)}
		<p class="small"><a href="/">${words.toShop}</a></p>
	</section>`;
	return renderPage(assets, { title: words.title, main });
}

/** What the partner reads in the merchant's name. */
export function paymentsPage(assets: Assets, payments: readonly LatestPayment[]): Markup {
	const main = html`<section class="panel outcome">
		<p><span class="chip">${words.chip}</span></p>
		<h1>${words.latest}</h1>
		${payments.length === 0 ? html`<p>${words.noPayments}</p>` : html`<dl class="pairs">${payments.map(row)}</dl>`}
		<p class="small"><a href="/partner">${words.back}</a></p>
	</section>`;
	return renderPage(assets, { title: words.latest, main });
}

function row({ amount, currency, result, at }: LatestPayment): Markup {
	return html`<div><dt>${formatDate(at)}</dt><dd>${formatMoney(Math.round(amount * 100))} ${currency}, ${result}</dd></div>`;
}

function invitation(): Markup {
	return html`<p class="small muted">${words.connectHint}</p>
		<a class="button" href="/partner/connect">${words.connect}</a>`;
}

function connected({ merchantId, scopes }: Pick<Connection, "merchantId" | "scopes">): Markup {
	return html`<dl class="pairs">
			<div><dt>${words.merchant}</dt><dd><code>${merchantId}</code></dd></div>
			<div><dt>${words.scopes}</dt><dd>${scopes.join(", ")}</dd></div>
		</dl>
		<div class="steps">
			<a class="button" href="/partner/payments">${words.payments}</a>
			<form method="post" action="/partner/refresh"><button class="button-quiet" type="submit">${words.refresh}</button></form>
			<form method="post" action="/partner/disconnect"><button class="button-quiet" type="submit">${words.disconnect}</button></form>
		</div>`;
}
