import { html } from "hono/html";
import type { CheckoutWay } from "../checkout-ways.ts";
import { pageWords } from "../locale/en/pages.ts";
import { field } from "./field.ts";
import type { Markup } from "./layout.ts";

const words = pageWords.checkout;

/** A script of the gateway's. */
export interface ScriptFile {
	readonly url: string;
	/** Its hash as the gateway publishes it, for the `integrity` attribute. */
	readonly integrity: string;
}

/** What the checkout pages need of the gateway. */
export interface Sealing {
	readonly publicKey: string;
	/** The encryption library alone, for a page that asks for the card itself. */
	readonly library: ScriptFile;
	/** The card form in a frame; the former constructor is in the same file. */
	readonly widget: ScriptFile;
}

/** The script tag of the gateway's file that this way works with. */
export function gatewayScript(sealing: Sealing, way: CheckoutWay): Markup {
	const { url, integrity } = way === "library" ? sealing.library : sealing.widget;
	return html`<script src="${url}" integrity="${integrity}" crossorigin="anonymous" defer></script>`;
}

/** Where the card is asked for: a place for the frame, or inputs of this page. */
export function cardPart(way: CheckoutWay): Markup {
	return html`<fieldset id="card">
		<legend><h2>${words.card}</h2></legend>
		${way === "library" ? cardInputs() : html`<div class="card-form" id="card-form"></div>`}
	</fieldset>`;
}

/** They have no `name`: whatever a browser or an extension submits, they are not part of it. */
function cardInputs(): Markup {
	return html`
		${field({
			id: "number",
			label: words.number,
			beside: html`<output class="brand" id="brand" for="number"></output>`,
			attributes: html`type="text" inputmode="numeric" autocomplete="cc-number"`,
		})}
		<div class="field-pair">
			${field({
				id: "expiry",
				label: words.expiry,
				hint: words.expiryHint,
				attributes: html`type="text" inputmode="numeric" autocomplete="cc-exp"`,
			})}
			${field({
				id: "security-code",
				label: words.securityCode,
				hint: words.securityCodeHint,
				attributes: html`type="text" inputmode="numeric" autocomplete="cc-csc" maxlength="4"`,
			})}
		</div>`;
}
