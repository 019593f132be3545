import type { Authenticated } from "../challenge/challenge.ts";
import type { NextAction } from "../wire/messages.ts";
import { quietAfterSubmissionMs } from "../wire/time-limits.ts";
import { make } from "./make.ts";
import { plain } from "./options.ts";
import { type Order, postOrder } from "./order.ts";
import type { Tokenized } from "./token-calls.ts";

type Fields = Record<string, string | undefined>;

export interface Card extends Element {
	tokenize(): Promise<Tokenized>;
	authenticate(nextAction: NextAction): Promise<Authenticated>;
	clear(): void;
}

/** A second click, or a retry after a lost response, makes no second token. */
export function holdSubmissions(
	element: Card,
	form: HTMLFormElement,
	signal: AbortSignal,
	onOrder: (order: Order) => void,
): void {
	let quietUntil = 0;
	let kept: Tokenized | Authenticated | undefined;
	let own: Event | boolean = false;

	function forgetToken(): void {
		kept = undefined;
	}

	function onSubmit(event: Event): void {
		if (event.target !== form) return;
		if (own) {
			own = event;
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
		if (event.timeStamp < quietUntil) return;
		quietUntil = Number.POSITIVE_INFINITY;
		for (const field of element.querySelectorAll("input")) field.remove();
		const { submitter } = event as SubmitEvent;
		void submit(submitter, new FormData(form, submitter)).then((quietMs) => {
			quietUntil = performance.now() + quietMs;
		});
	}

	function onReset({ target, defaultPrevented }: Event): void {
		if (target === form && !defaultPrevented) element.clear();
	}

	/** The browser's history may restore the page. */
	function onShow({ persisted }: PageTransitionEvent): void {
		if (!persisted) return;
		forgetToken();
		quietUntil = 0;
	}

	/**
	 * @param clicked the data at the click: a page may disable fields later
	 * @returns ms during which no other submission may follow
	 */
	async function submit(submitter: HTMLElement | null, clicked: FormData): Promise<number> {
		try {
			kept ??= await element.tokenize();
		} catch {
			return 0;
		}
		const address = element.getAttribute("post-to");
		if ("transaction_id" in kept) return post(address as string, [], kept);
		const { token, cardholder } = kept;
		const fields = plain({
			[element.getAttribute("token-name") || "token"]: token,
			cardholder_name: cardholder.name,
			postal_code: cardholder.postalCode,
		});
		if (address !== null) return post(address, clicked, fields);
		// The page may have replaced its button.
		const button = (submitter as HTMLButtonElement | null)?.form === form ? submitter : null;
		return submitForm(button, clicked, fields);
	}

	function submitForm(button: HTMLElement | null, clicked: FormData, fields: Fields): number {
		const entries = Object.entries(fields);
		for (const [name, value] of entries)
			element.append(make("input", { type: "hidden", name, value: value as string }));
		const now = new FormData(form, button);
		const lost = [...clicked, ...entries].filter(([name]) => !now.has(name));
		const complete = ({ formData }: FormDataEvent) => {
			for (const [name, value] of lost) formData.append(name, value as string);
		};
		form.addEventListener("formdata", complete);
		own = true;
		form.requestSubmit(button);
		const event = own as Event | boolean;
		own = false;
		form.removeEventListener("formdata", complete);
		if (event instanceof Event && !event.defaultPrevented) return quietAfterSubmissionMs;
		forgetToken();
		return 0;
	}

	/** A paid order cannot be paid again from the same page. */
	async function post(
		address: string,
		clicked: Iterable<[string, FormDataEntryValue]>,
		fields: Fields | Authenticated,
	): Promise<number> {
		let order = await postOrder(address, clicked, fields);
		const nextAction = order.status === 402 && order.body?.next_action;
		if (nextAction) {
			const { transaction_id } = await element.authenticate(nextAction).catch((error: Partial<Authenticated>) => error);
			if (transaction_id) {
				// After a lost response, the next click asks again without a charge.
				kept = { transaction_id };
				order = await postOrder(address, [], kept);
			}
		}
		if ((order.status || 500) < 500) forgetToken();
		onOrder(order);
		return order.ok ? Number.POSITIVE_INFINITY : 0;
	}

	const root = form.getRootNode();
	// Runs before any listener of the page.
	root.addEventListener("submit", onSubmit, { capture: true, signal });
	root.addEventListener("reset", onReset, { signal });
	element.addEventListener("cardseal-change", forgetToken, { signal });
	element.addEventListener("cardseal-submit", () => form.requestSubmit(), { signal });
	addEventListener("pageshow", onShow, { signal });
}
