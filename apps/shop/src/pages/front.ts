import { html } from "hono/html";
import { catalogue, type Thing } from "../catalogue.ts";
import type { Assets } from "../http/assets.ts";
import { pageWords as words } from "../locale/en/pages.ts";
import { formatPrice } from "./format.ts";
import { type Markup, renderPage } from "./layout.ts";

/** The catalogue. */
export function frontPage(assets: Assets): Markup {
	const { title, intro } = words.front;
	const main = html`
		<div class="page-head">
			<h1>${title}</h1>
			<p class="muted">${intro}</p>
		</div>
		<ul class="catalogue">${catalogue.map((thing) => tile(assets, thing))}</ul>`;
	return renderPage(assets, { title, main });
}

function tile(assets: Assets, thing: Thing): Markup {
	const { slug } = thing;
	const { name, line } = words.things[slug];
	return html`<li class="tile">
		<img src="${assets.get(`${slug}.svg`).href}" alt="" width="240" height="180">
		<div class="tile-text">
			<h2><a href="/things/${slug}">${name}</a></h2>
			<p class="muted small">${line}</p>
			<p class="price figures">${formatPrice(thing)}</p>
		</div>
	</li>`;
}
