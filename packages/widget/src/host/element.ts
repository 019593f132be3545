import { hostWordsIn, unavailableIn } from "../locale/host-words.ts";
import type { NextAction, Theme } from "../wire/messages.ts";
import { type CardForm, localeOf, type WatchedMountOptions } from "./card-form.ts";
import type { Authenticated } from "./challenge.ts";
import { complain } from "./complain.ts";
import { CardFormError } from "./errors.ts";
import type { CardFormEvents } from "./events.ts";
import { make } from "./make.ts";
import type { Order } from "./order.ts";
import { holdSubmissions } from "./submissions.ts";
import type { Tokenized } from "./token-calls.ts";

/**
 * `<cardseal-card public-key="…">`. Inside a form it delays the submission until there is a token. With `post-to` it
 * posts JSON itself.
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
		readonly #outcome = make("output", {});
		#life: AbortController | undefined;

		connectedCallback(): void {
			const form = this.closest("form");
			const cards = form?.querySelectorAll<CardElement>("cardseal-card:defined") ?? [];
			// A second element would block the first one's submission.
			if ([...cards].some((card) => card !== this && card.#life)) {
				complain("this form has a card already.", this);
				return;
			}
			this.#life = new AbortController();
			const { signal } = this.#life;
			const gateway = this.getAttribute("gateway");
			this.style.display ||= "block";
			// A copy of an element has the original's frame and token.
			this.replaceChildren(this.#outcome);
			// The payer reads this.
			this.#outcome.textContent = unavailableIn(localeOf(this.#options()));
			const forgetToken =
				form &&
				holdSubmissions({
					element: this,
					form,
					tokenize: this.tokenize,
					authenticate: this.authenticate,
					onOrder: this.#showOrder,
					signal,
				});
			this.#cardForm = mount(this, {
				...this.#options(),
				publicKey: this.getAttribute("public-key") ?? "",
				ticket: this.getAttribute("ticket") ?? "",
				...(gateway && { gateway }),
				about: { controls: controlsOf(form) },
				signal,
				onEvent: this.#tell,
			});
			this.#outcome.textContent = "";
			if (!form || !forgetToken) return;
			this.#cardForm.on("change", forgetToken);
			this.#cardForm.on("submit", () => form.requestSubmit());
			const onReset = ({ target, defaultPrevented }: Event) => {
				if (target === form && !defaultPrevented) this.clear();
			};
			form.getRootNode().addEventListener("reset", onReset, { signal });
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

		readonly tokenize = async (): Promise<Tokenized> => {
			if (!this.#cardForm) throw new CardFormError("destroyed");
			return this.#cardForm.tokenize();
		};

		readonly authenticate = async (nextAction: NextAction): Promise<Authenticated> => {
			if (!this.#cardForm) throw new CardFormError("destroyed");
			return this.#cardForm.authenticate(nextAction);
		};

		override focus(): void {
			this.#cardForm?.focus();
		}

		clear(): void {
			this.#cardForm?.clear();
		}

		readonly #showOrder = (order: Order): void => {
			if (!order.ok) order.body ??= { message: hostWordsIn(localeOf(this.#options()))[0] };
			this.#outcome.textContent = String(order.body?.message ?? "");
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

/** The types of the form's controls, or the page's number of forms. */
function controlsOf(form: HTMLFormElement | null): string {
	if (!form) return String(document.forms.length);
	return [...new Set([...form.elements].map((control) => (control as HTMLInputElement).type))].join();
}

function readTheme(text: string | null): Theme {
	try {
		return JSON.parse(text ?? "{}") as Theme;
	} catch {
		return text as Theme;
	}
}
