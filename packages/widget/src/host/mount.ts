import type { NextAction } from "../wire/messages.ts";
import { type CardForm, showCardForm, type WatchedMountOptions } from "./card-form.ts";
import { type Authenticated, type ChallengeOptions, showChallenge } from "./challenge.ts";
import { complain } from "./complain.ts";

/**
 * @param place an element, or a selector of one
 * @throws TypeError when there is no such element or gateway
 */
export function mountAt(
	place: Element | string | null,
	options: WatchedMountOptions,
	scriptsGateway: string | undefined,
): CardForm {
	const container = elementAt(place);
	if (container.querySelector(":scope>iframe")) {
		complain("this element has a card form already. Call destroy() before you mount another.", container);
	}
	const gateway = originOf(options?.gateway ?? scriptsGateway);
	return showCardForm(container, gateway, { ...options, publicKey: withoutSecret(String(options?.publicKey ?? "")) });
}

/** @throws TypeError by rejection when there is no such element, or the address may not be opened */
export async function authenticateAt(
	place: Element | string,
	nextAction: NextAction,
	{ gateway, ...options }: ChallengeOptions = {},
): Promise<Authenticated> {
	return showChallenge(elementAt(place), nextAction, { ...options, gateway: gateway && originOf(gateway) });
}

function elementAt(place: Element | string | null): Element {
	const element = typeof place === "string" ? document.querySelector(place) : place;
	if (element instanceof Element) return element;
	throw new TypeError(`Cardseal: no such element on the page yet: ${place}.`);
}

function originOf(gateway = ""): string {
	if (!/^https?:\/\/./.test(gateway)) {
		throw new TypeError(`Cardseal: no gateway address: "${gateway}". Write it like https://pay.example.`);
	}
	return new URL(gateway).origin;
}

/** Hides all but the shape of a value that may be a secret. */
function withoutSecret(key: string): string {
	const trimmed = key.trim() || "-";
	return /^pk/i.test(trimmed) ? trimmed : trimmed.replace(/\B\w/g, "x");
}
