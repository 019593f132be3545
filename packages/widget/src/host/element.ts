import { hostWordsIn } from "../locale/host-words.ts";
import type { Theme } from "../wire/messages.ts";
import { type CardForm, localeOf, type WatchedMountOptions } from "./card-form.ts";
import { CardFormError } from "./errors.ts";
import type { CardFormEvents, Emit } from "./events.ts";
import type { Order } from "./order.ts";
import { holdSubmissions } from "./submissions.ts";
import type { Tokenized } from "./token-calls.ts";

/**
 * `<cardseal-card public-key="…">`: the card form as an element. Inside a form it delays the submission until there is
 * a token, and then submits. With `post-to` it posts JSON itself and shows the message of the response.
 */
export function cardElement(
	mount: (place: Element, options: WatchedMountOptions) => CardForm,
): CustomElementConstructor {
	return class extends HTMLElement {
		static readonly observedAttributes = ["locale", "theme", "disabled", "name-field", "postal-code-field"];
		#cardForm: CardForm | undefined;
		/** Present from the start, so that later text is announced. */
		readonly #outcome = document.createElement("output");
		/** Set until the element leaves the page. */
		#life = new AbortController();

		connectedCallback(): void {
			const form = this.closest("form");
			// A second element would block the first one's submission. An active element has its output.
			if (form?.querySelector("cardseal-card>output")) {
				// biome-ignore lint/suspicious/noConsole: the console is where the developer of the merchant's page looks.
				console.error("Cardseal: this form has a card already.", this);
				return;
			}
			const gateway = this.getAttribute("gateway");
			const publicKey = this.getAttribute("public-key") ?? "";
			this.style.display ||= "block";
			this.#outcome.textContent = "";
			this.append(this.#outcome);
			const { signal } = this.#life;
			const onEvent: Emit = (name, detail) => this.#tell(name, detail);
			const cardForm = mount(this, { publicKey, ...(gateway && { gateway }), ...this.#options(), signal, onEvent });
			this.#cardForm = cardForm;
			if (!form) return;
			const tokenize = () => cardForm.tokenize();
			const onOrder = (order: Order) => this.#showOrder(order);
			cardForm.on("change", holdSubmissions({ element: this, form, tokenize, onOrder, signal }));
			cardForm.on("submit", () => form.requestSubmit());
		}

		disconnectedCallback(): void {
			this.#life.abort();
			this.#life = new AbortController();
			this.#cardForm = undefined;
			this.#outcome.remove();
		}

		attributeChangedCallback(): void {
			this.#cardForm?.update(this.#options());
		}

		async tokenize(): Promise<Tokenized> {
			if (!this.#cardForm) throw new CardFormError("destroyed");
			return this.#cardForm.tokenize();
		}

		override focus(): void {
			this.#cardForm?.focus();
		}

		clear(): void {
			this.#cardForm?.clear();
		}

		#showOrder(order: Order): void {
			if (!order.status) order.body = { message: hostWordsIn(localeOf(this.#options()))[0] };
			this.#outcome.textContent = String(order.body?.message ?? "");
			this.#tell("outcome", order);
		}

		#options() {
			return {
				locale: this.getAttribute("locale") ?? this.closest("[lang]")?.getAttribute("lang") ?? "",
				theme: readTheme(this.getAttribute("theme")),
				fields: { name: this.hasAttribute("name-field"), postalCode: this.hasAttribute("postal-code-field") },
				disabled: this.hasAttribute("disabled"),
			};
		}

		#tell(name: keyof CardFormEvents | "outcome", detail: unknown): void {
			this.dispatchEvent(new CustomEvent(`cardseal-${name}`, { detail, bubbles: true }));
		}
	};
}

function readTheme(text: string | null): Theme {
	try {
		return JSON.parse(text ?? "{}") as Theme;
	} catch {
		// The frame warns of it, which keeps this script small.
		return text as Theme;
	}
}
