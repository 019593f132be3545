import { quietAfterSubmissionMs } from "../wire/time-limits.ts";
import { type Order, postOrder } from "./order.ts";
import type { Tokenized } from "./token-calls.ts";

export interface HoldOptions {
	/** Contains the token's fields; its attributes set the destination. */
	element: Element;
	form: HTMLFormElement;
	tokenize: () => Promise<Tokenized>;
	/** Receives the result of a posted order. */
	onOrder: (order: Order) => void;
	/** Stops intercepting submissions. */
	signal: AbortSignal;
}

/**
 * Delays a form's submissions until there is a token. One order is one payment: a second click, or a retry after a
 * lost response, makes no second token.
 *
 * @returns discards the token saved for a retry: another card is another payment
 */
export function holdSubmissions({ element, form, tokenize, onOrder, signal }: HoldOptions): () => void {
	/** The event time until which further submissions are ignored: a second click must not become a second payment. */
	let quietUntil = 0;
	/**
	 * The submitted token without a certain answer. A retry sends the same token, which the gateway accepts once, so
	 * that a lost response is not paid twice.
	 */
	let kept: Tokenized | undefined;
	/** Set when the next submission is the element's own, with its event. */
	let own: Event | boolean = false;

	function forgetToken(): void {
		kept = undefined;
	}

	function onSubmit(event: SubmitEvent): void {
		if (event.target !== form) return;
		if (own) {
			own = event;
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
		if (event.timeStamp < quietUntil) return;
		quietUntil = Number.POSITIVE_INFINITY;
		void submit(event.submitter).then((quietMs) => {
			quietUntil = performance.now() + quietMs;
		});
	}

	/** A page restored from the browser's history can be submitted again. */
	function onShow({ persisted }: PageTransitionEvent): void {
		if (!persisted) return;
		forgetToken();
		quietUntil = 0;
	}

	/** @returns ms during which no other submission may follow */
	async function submit(submitter: HTMLElement | null): Promise<number> {
		try {
			kept ??= await tokenize();
		} catch {
			// The form shows its errors, and has reported a failure to the page.
			return 0;
		}
		fill(element, kept);
		// The page may have replaced its button meanwhile.
		const button = (submitter as HTMLButtonElement | null)?.form === form ? submitter : null;
		const address = element.getAttribute("post-to");
		return address === null ? submitForm(button) : post(address, button);
	}

	function submitForm(button: HTMLElement | null): number {
		own = true;
		form.requestSubmit(button);
		const event = own as Event | boolean;
		own = false;
		if (event instanceof Event && !event.defaultPrevented) return quietAfterSubmissionMs;
		forgetToken();
		return 0;
	}

	/** A paid order cannot be paid again while its form is on the page. */
	async function post(address: string, button: HTMLElement | null): Promise<number> {
		const order = await postOrder(address, new FormData(form, button));
		if (order.status > 0 && order.status < 500) forgetToken();
		onOrder(order);
		return order.ok ? Number.POSITIVE_INFINITY : 0;
	}

	// On the document, before any listener of the page sees a submission without a token.
	document.addEventListener("submit", onSubmit, { capture: true, signal });
	addEventListener("pageshow", onShow, { signal });
	return forgetToken;
}

/** Puts the token into hidden fields of the form and removes earlier ones. */
function fill(element: Element, { token, cardholder }: Tokenized): void {
	for (const field of element.querySelectorAll("input")) field.remove();
	const values = {
		[element.getAttribute("token-name") || "token"]: token,
		cardholder_name: cardholder.name,
		postal_code: cardholder.postalCode,
	};
	for (const [name, value] of Object.entries(values)) {
		if (value === undefined) continue;
		element.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
	}
}
