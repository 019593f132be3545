import { authenticateIn } from "../challenge/authenticate.ts";
import type { Authenticated, ChallengeOptions } from "../challenge/challenge.ts";
import type { NextAction } from "../wire/messages.ts";
import { type CardForm, showCardForm } from "./card-form.ts";
import { complain } from "./complain.ts";
import type { WatchedMountOptions } from "./options.ts";

/**
 * @param place an element, or a selector of one
 * @throws TypeError when there is no such element or gateway
 */
export function mountAt(
	place: Element | string | null,
	{ gateway, publicKey, ...options }: Partial<WatchedMountOptions> = {},
	scriptsGateway: string | undefined,
): CardForm {
	const container = elementAt(place);
	if (container.querySelector(":scope>iframe")) {
		complain("this element has a card already.", container);
	}
	return showCardForm(container, originOf(gateway ?? scriptsGateway), {
		...options,
		publicKey: withoutSecret(`${publicKey ?? ""}`),
	});
}

/** @throws TypeError by rejection when there is no such element, or the address may not be opened */
export async function authenticateAt(
	place: Element | string,
	nextAction: NextAction,
	{ gateway, ...options }: ChallengeOptions = {},
): Promise<Authenticated> {
	return authenticateIn(elementAt(place), nextAction, { ...options, gateway: gateway && originOf(gateway) });
}

function elementAt(place: Element | string | null): Element {
	const element = typeof place === "string" ? document.querySelector(place) : place;
	if (element instanceof Element) return element;
	throw new TypeError(`Cardseal: no such element yet: ${place}`);
}

function originOf(gateway = ""): string {
	if (!/^https?:\/\/./.test(gateway)) {
		throw new TypeError(`Cardseal: no gateway address: "${gateway}"`);
	}
	return new URL(gateway).origin;
}

/** The value may be a secret. */
function withoutSecret(key: string): string {
	const trimmed = key.trim() || "-";
	return /^pk/i.test(trimmed) ? trimmed : trimmed.replace(/\B\w/g, "x");
}
