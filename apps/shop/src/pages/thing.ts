import { html } from "hono/html";
import { maximumQuantity, type Thing } from "../catalogue.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords as words } from "../locale/en/pages.ts";
import { formatPrice } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";

/** One thing, and the form that orders it. */
export function thingPage(assets: Assets, thing: Thing): Markup {
	const { slug } = thing;
	const { name, line } = words.things[slug];
	const main = html`
		<div class="thing">
			<img src="${assets.get(`${slug}.svg`).href}" alt="" width="480" height="360">
			<div class="thing-text">
				<h1>${name}</h1>
				<p class="muted">${line}</p>
				<p class="price figures">${formatPrice(thing)}</p>
				<form class="thing-form" method="post" action="/orders">
					<input type="hidden" name="thing" value="${slug}">
					${thing.monthly ? monthlyPart() : oncePart()}
				</form>
				<p class="muted small">${words.thing.taxes}</p>
				<p><a href="/">${words.thing.back}</a></p>
			</div>
		</div>`;
	return renderPage(assets, { title: name, main });
}

function oncePart(): Markup {
	const quantities = Array.from({ length: maximumQuantity }, (_, index) => index + 1);
	return html`<div class="field">
			<label for="quantity">${words.thing.quantity}</label>
			<select class="input" id="quantity" name="quantity">
				${quantities.map((quantity) => html`<option>${quantity}</option>`)}
			</select>
		</div>
		<div class="choice">
			<input type="checkbox" id="hold" name="hold" value="yes" aria-describedby="hold-hint">
			<label for="hold">${words.thing.hold}</label>
			<p class="field-hint" id="hold-hint">${words.thing.holdHint}</p>
		</div>
		<button class="button" type="submit">${words.thing.buy}</button>`;
}

function monthlyPart(): Markup {
	return html`<input type="hidden" name="quantity" value="1">
		<p class="small">${words.thing.subscribeHint}</p>
		<button class="button" type="submit">${words.thing.subscribe}</button>`;
}
