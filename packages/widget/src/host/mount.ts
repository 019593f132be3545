import { type CardForm, showCardForm, type WatchedMountOptions } from "./card-form.ts";

const keyPattern = /^pk(?:test|live)1[02-9ac-hj-np-z]+$/i;

/**
 * Puts a card form into an element of the page.
 *
 * @param place an element, or a selector of one
 * @throws TypeError when there is no such element or an option is invalid, so that the page's developer sees it at
 *   once
 */
export function mountAt(
	place: Element | string | null,
	options: WatchedMountOptions,
	scriptsGateway: string | undefined,
): CardForm {
	const container = typeof place === "string" ? document.querySelector(place) : place;
	if (!(container instanceof Element)) throw new TypeError("Cardseal: no such element.");
	const publicKey = String(options?.publicKey).trim();
	if (!keyPattern.test(publicKey)) throw new TypeError("Cardseal: no public key.");
	return showCardForm(container, originOf(options.gateway ?? scriptsGateway), { ...options, publicKey });
}

function originOf(gateway = ""): string {
	if (!/^https?:\/\//.test(gateway)) throw new TypeError("Cardseal: no gateway address.");
	return new URL(gateway).origin;
}
