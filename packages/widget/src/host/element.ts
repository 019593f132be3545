import type { Authenticated } from "../challenge/challenge.ts";
import { hostWordsIn, unavailableIn } from "../locale/host-words.ts";
import type { NextAction, Theme } from "../wire/messages.ts";
import type { CardForm } from "./card-form.ts";
import { complain } from "./complain.ts";
import { CardFormError } from "./errors.ts";
import type { CardFormEvents } from "./events.ts";
import { make } from "./make.ts";
import { localeOf, type WatchedMountOptions } from "./options.ts";
import type { Order } from "./order.ts";
import { holdSubmissions } from "./submissions.ts";
import type { Tokenized } from "./token-calls.ts";

/**
 * `<cardseal-card public-key="…">`. Inside a form it delays submission until there is a token; with `post-to` it posts
 * JSON.
 */
export function cardElement(
	mount: (place: Element, options: WatchedMountOptions) => CardForm,
): CustomElementConstructor {
	return class CardElement extends HTMLElement {
		static readonly observedAttributes = [
			"public-key",
			"gateway",
			"locale",
			"theme",
			"disabled",
			"name-field",
			"postal-code-field",
		];
		#cardForm: CardForm | undefined;
		/** Present from the start, so that later text is announced. */
		readonly #outcome = make("output");
		#life: AbortController | undefined;

		connectedCallback(): void {
			const form = this.closest("form");
			for (const card of form?.querySelectorAll<CardElement>("cardseal-card:defined") ?? []) {
				if (card !== this && card.#life) {
					complain("this form has a card already.", this);
					return;
				}
			}
			this.#life = new AbortController();
			const { signal } = this.#life;
			this.style.display ||= "block";
			// A copied element has the original's frame and token.
			this.replaceChildren(this.#outcome);
			this.#outcome.textContent = unavailableIn(localeOf(this.#options()));
			if (form) holdSubmissions(this, form, signal, this.#showOrder);
			this.#cardForm = mount(this, {
				...this.#options(),
				publicKey: this.getAttribute("public-key") ?? "",
				ticket: this.getAttribute("ticket") ?? "",
				gateway: this.getAttribute("gateway") || null,
				about: { controls: controlsOf(form) },
				signal,
				onEvent: this.#tell,
			});
			this.#outcome.textContent = "";
		}

		disconnectedCallback(): void {
			this.#life?.abort();
			this.#life = this.#cardForm = undefined;
		}

		attributeChangedCallback(name: string, before: string | null, after: string | null): void {
			if (!/key|gateway/.test(name)) this.#cardForm?.update(this.#options());
			else if (this.#life && before !== after) {
				this.disconnectedCallback();
				this.connectedCallback();
			}
		}

		#mounted(): CardForm {
			if (!this.#cardForm) throw new CardFormError("destroyed");
			return this.#cardForm;
		}

		async tokenize(): Promise<Tokenized> {
			return this.#mounted().tokenize();
		}

		async authenticate(nextAction: NextAction): Promise<Authenticated> {
			return this.#mounted().authenticate(nextAction);
		}

		override focus(): void {
			this.#cardForm?.focus();
		}

		clear(): void {
			this.#cardForm?.clear();
		}

		readonly #showOrder = (order: Order): void => {
			if (!order.ok) order.body ??= { message: hostWordsIn(localeOf(this.#options()))[0] };
			this.#outcome.textContent = (order.body?.message ?? "") as string;
			this.#tell("outcome", order);
		};

		#options() {
			return {
				locale: this.getAttribute("locale") ?? this.closest("[lang]")?.getAttribute("lang") ?? "",
				theme: readTheme(this.getAttribute("theme")),
				fields: { name: this.hasAttribute("name-field"), postalCode: this.hasAttribute("postal-code-field") },
				disabled: this.hasAttribute("disabled"),
			};
		}

		readonly #tell = (name: keyof CardFormEvents | "outcome", detail: unknown): void => {
			this.dispatchEvent(new CustomEvent(`cardseal-${name}`, { detail, bubbles: true }));
		};
	};
}

function controlsOf(form: HTMLFormElement | null): string {
	if (!form) return String(document.forms.length);
	return [...new Set([...form.elements].map((control) => (control as HTMLInputElement).type))].join();
}

function readTheme(text: string | null): Theme {
	try {
		return JSON.parse(text as string) as Theme;
	} catch {
		return text as Theme;
	}
}
