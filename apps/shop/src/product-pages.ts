import { html } from "hono/html";
import { catalogue, maximumQuantity, type Product } from "./catalogue.ts";
import { pageWords as words } from "./locale/for-pages.ts";
import type { Order } from "./orders/order.ts";
import { formatMoney, type Markup, type Page, postForm, submitButton } from "./ui.ts";

export function frontPage(): Page {
	const { title, intro } = words.front;
	const tile = (product: Product) => {
		const { name, line } = words.products[product.slug];
		return html`<li class="tile">
			<img src="/assets/art/${product.slug}.svg" alt="" width="240" height="180">
			<div class="tile-text">
				<h2><a href="/things/${product.slug}">${name}</a></h2>
				<p class="muted small">${line}</p>
				<p class="price figures">${priceOf(product)}</p>
			</div>
		</li>`;
	};
	const main = html`<div class="page-head"><h1>${title}</h1><p class="muted">${intro}</p></div>
		<ul class="catalogue">${catalogue.map(tile)}</ul>`;
	return { title, main };
}

export function productPage(product: Product): Page {
	const { slug } = product;
	const { name, line } = words.products[slug];
	const main = html`<div class="stack columns product">
		<img src="/assets/art/${slug}.svg" alt="" width="480" height="360">
		<div class="stack">
			<h1>${name}</h1>
			<p class="muted">${line}</p>
			<p class="price figures">${priceOf(product)}</p>
			${postForm("/orders", { thing: slug, ...(product.isMonthly && { quantity: 1 }) }, product.isMonthly ? monthlyPart() : oncePart())}
			<p class="muted small">${words.product.taxes}</p>
			<p><a href="/">${words.product.back}</a></p>
		</div>
	</div>`;
	return { title: name, main };
}

export function productName({ slug }: Pick<Order, "slug">): string {
	return words.products[slug].name;
}

function priceOf({ priceCents, isMonthly }: Product): string {
	return isMonthly ? words.front.aMonth(formatMoney(priceCents)) : formatMoney(priceCents);
}

function oncePart(): Markup {
	const quantities = Array.from({ length: maximumQuantity }, (_, index) => html`<option>${index + 1}</option>`);
	return html`<div class="field">
			<label for="quantity">${words.product.quantity}</label>
			<select class="input" id="quantity" name="quantity">${quantities}</select>
		</div>
		<div class="choice">
			<input type="checkbox" id="hold" name="hold" value="yes" aria-describedby="hold-hint">
			<label for="hold">${words.product.hold}</label>
			<p class="field-hint" id="hold-hint">${words.product.holdHint}</p>
		</div>
		${submitButton(words.product.buy, "button")}`;
}

function monthlyPart(): Markup {
	return html`<p class="small">${words.product.subscribeHint}</p>${submitButton(words.product.subscribe, "button")}`;
}
