import { type CardForm, showCardForm, type WatchedMountOptions } from "./card-form.ts";

/** The gateway knows which keys are whole. */
const keyPattern = /^pk(test|live)1/i;

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
	const gateway = originOf(options?.gateway ?? scriptsGateway);
	const publicKey = String(options?.publicKey).trim();
	// The address says what is wrong and where the right key is.
	if (!keyPattern.test(publicKey)) throw new TypeError(`Cardseal: ${gateway}/docs#key`);
	return showCardForm(container, gateway, { ...options, publicKey });
}

function originOf(gateway = ""): string {
	if (!/^http/.test(gateway)) throw new TypeError("Cardseal: no gateway address.");
	return new URL(gateway).origin;
}
