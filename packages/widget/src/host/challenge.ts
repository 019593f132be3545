import type { NextAction, ToHost } from "../wire/messages.ts";
import { parseToHost } from "../wire/parse.ts";
import { CardFormError } from "./errors.ts";
import { gatewayFrame, watchPolicy } from "./frame.ts";

/** The id of the charge, for the merchant's server to read. */
export interface Authenticated {
	transaction_id: string;
}

export interface ChallengeOptions {
	/** Its http address is allowed; all others need https. */
	gateway?: string | undefined;
	signal?: AbortSignal | undefined;
}

type Flat = { type?: ToHost["type"]; height?: number; title?: string };

/**
 * Shows the gateway's page on which the payer authenticates with the bank. The gateway alone decides about the charge:
 * nothing here proves a payment.
 */
export async function showChallenge(
	container: Element,
	{ url }: NextAction,
	{ gateway, signal }: ChallengeOptions,
): Promise<Authenticated> {
	const { origin, protocol, pathname } = new URL(url);
	if (protocol !== "https:" && origin !== gateway) throw new TypeError("Cardseal: the address needs https.");
	const transaction_id = pathname.split("/")[3] ?? "";
	const before = document.activeElement as HTMLElement | null;
	const frame = gatewayFrame(
		600,
		" allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
	);
	const life = new AbortController();
	const done = await new Promise<string>((resolve) => {
		signal?.addEventListener("abort", () => resolve("aborted"), life);
		watchPolicy(origin, life.signal, () => location.assign(url));
		addEventListener(
			"message",
			(event) => {
				if (event.origin !== origin || event.source !== frame.contentWindow) return;
				const { type, height, title = "" } = (parseToHost(event.data) ?? {}) as Flat;
				if (type === "size") frame.style.height = `${height}px`;
				else if (type === "title") frame.title = title;
				else if (type === "done" || type === "canceled") resolve(type);
			},
			life,
		);
		frame.src = `${url}?frame=${encodeURIComponent(location.origin)}`;
		container.append(frame);
		frame.focus();
	});
	life.abort();
	frame.remove();
	before?.focus();
	if (done === "done") return { transaction_id };
	throw Object.assign(new CardFormError(done as "canceled" | "aborted"), { transaction_id });
}
