import type { CardFormError } from "../host/errors.ts";
import { gatewayFrame } from "../host/gateway-frame.ts";

export interface Authenticated {
	transaction_id: string;
}

export interface ChallengeOptions {
	/** http is allowed for this address only. */
	gateway?: string | undefined;
	signal?: AbortSignal | undefined;
}

/**
 * Shows the gateway's page for the bank. It proves no payment.
 *
 * @param url its protocol has been checked
 * @param ErrorClass the page compares with its own copy
 * @throws CardFormError by rejection
 */
export async function showChallenge(
	container: Element,
	url: string,
	signal: AbortSignal | undefined,
	ErrorClass: typeof CardFormError,
): Promise<Authenticated> {
	const { origin, pathname } = new URL(url);
	const transaction_id = pathname.split("/")[3] ?? "";
	const before = document.activeElement as HTMLElement | null;
	const life = new AbortController();
	const frame = gatewayFrame(600, origin, life.signal, () => location.assign(url));
	frame.sandbox.value += " allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
	const done = await new Promise<string>((resolve) => {
		if (signal?.aborted) {
			resolve("aborted");
			return;
		}
		signal?.addEventListener("abort", () => resolve("aborted"), life);
		addEventListener(
			"message",
			(event) => {
				if (event.origin !== origin || event.source !== frame.contentWindow) return;
				const { type, height, title } = Object(event.data);
				if (type === "size" && height <= 2_000) frame.style.height = `${height}px`;
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
	throw Object.assign(new ErrorClass(done as "canceled" | "aborted"), { transaction_id });
}
