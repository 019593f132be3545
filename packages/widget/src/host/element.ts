import type { Theme } from "../wire/messages.ts";
import type { CardForm, CardFormEvents, MountOptions } from "./card-form.ts";
import type { Tokenized } from "./token-calls.ts";
import { tryAgainIn } from "./words.ts";

const eventNames = ["ready", "change", "brand", "focus", "blur", "submit", "token", "error"] as const;

/**
 * `<cardseal-card public-key="…">`: the card form as an element. Inside a form it holds the submission back until there is
 * a token, and submits then; with `post-to` it posts JSON itself and shows the answer's message.
 */
export function defineElement(mount: (place: Element, options: MountOptions) => CardForm): void {
	class CardsealCard extends HTMLElement {
		static readonly observedAttributes = ["locale", "theme", "disabled", "name-field", "postal-code-field"];
		#cardForm: CardForm | undefined;
		#outcome: HTMLElement | undefined;
		#isBusy = false;
		#isSubmittingAgain = false;

		connectedCallback(): void {
			if (this.#cardForm) return;
			const gateway = this.getAttribute("gateway");
			const publicKey = this.getAttribute("public-key") ?? "";
			this.style.display ||= "block";
			const cardForm = mount(this, { publicKey, ...(gateway && { gateway }), ...this.#options() });
			this.#cardForm = cardForm;
			for (const name of eventNames) cardForm.on(name, (detail) => this.#tell(name, detail));
			cardForm.on("submit", () => this.closest("form")?.requestSubmit());
			// At the document, before any listener of the page's own sees a submission without a token.
			document.addEventListener("submit", this.#onSubmit, true);
		}

		disconnectedCallback(): void {
			document.removeEventListener("submit", this.#onSubmit, true);
			this.#cardForm?.destroy();
			this.#cardForm = undefined;
			this.#outcome?.remove();
			this.#outcome = undefined;
		}

		attributeChangedCallback(): void {
			this.#cardForm?.update(this.#options());
		}

		tokenize(): Promise<Tokenized> {
			return this.#cardForm?.tokenize() ?? Promise.reject(new TypeError("Cardseal: not on a page."));
		}

		override focus(): void {
			this.#cardForm?.focus();
		}

		clear(): void {
			this.#cardForm?.clear();
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

		readonly #onSubmit = (event: SubmitEvent): void => {
			const form = this.closest("form");
			if (!form || event.target !== form) return;
			if (this.#isSubmittingAgain) {
				this.#isSubmittingAgain = false;
				return;
			}
			event.preventDefault();
			event.stopImmediatePropagation();
			// A second click while the first one is worked on must not become a second payment.
			if (this.#isBusy) return;
			this.#isBusy = true;
			void this.#submit(form, event.submitter).finally(() => {
				this.#isBusy = false;
			});
		};

		async #submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
			let tokenized: Tokenized;
			try {
				tokenized = await this.tokenize();
			} catch {
				// The form shows what is wrong, and has told the page if it cannot work.
				return;
			}
			const address = this.getAttribute("post-to");
			this.#fill(form, tokenized);
			if (address !== null) return this.#post(address, form, submitter);
			this.#isSubmittingAgain = true;
			form.requestSubmit(submitter);
			this.#isSubmittingAgain = false;
		}

		/** Puts the token into hidden fields of the form, in place of those of an earlier try. */
		#fill(form: HTMLFormElement, { token, cardholder }: Tokenized): void {
			const values = {
				[this.getAttribute("token-name") || "token"]: token,
				cardholder_name: cardholder.name,
				postal_code: cardholder.postalCode,
			};
			for (const [name, value] of Object.entries(values)) {
				if (value === undefined) continue;
				const field = this.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`) ?? newHidden(name);
				field.value = value;
				if (!form.contains(field)) this.append(field);
			}
		}

		async #post(address: string, form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
			const fields = Object.fromEntries([...new FormData(form, submitter)].filter(([, value]) => !isFile(value)));
			try {
				const response = await fetch(address, {
					method: "POST",
					credentials: "same-origin",
					headers: { "Content-Type": "application/json", Accept: "application/json" },
					body: JSON.stringify(fields),
				});
				const body: unknown = await response.json();
				this.#showOutcome(response.ok, response.status, body);
			} catch {
				this.#showOutcome(false, 0, { message: tryAgainIn(this.#options().locale || document.documentElement.lang) });
			}
		}

		#showOutcome(ok: boolean, status: number, body: unknown): void {
			const { message } = (body ?? {}) as { message?: unknown };
			if (!this.#outcome) {
				this.#outcome = document.createElement("p");
				this.#outcome.setAttribute("role", "status");
				this.append(this.#outcome);
			}
			this.#outcome.textContent = typeof message === "string" ? message : "";
			// A spent token is worth nothing: the next try makes a new one.
			for (const field of this.querySelectorAll('input[type="hidden"]')) field.remove();
			this.#tell("outcome", { ok, status, body });
		}
	}

	if (!customElements.get("cardseal-card")) customElements.define("cardseal-card", CardsealCard);
}

const isFile = (value: FormDataEntryValue): value is File => value instanceof File;

function newHidden(name: string): HTMLInputElement {
	const field = document.createElement("input");
	field.type = "hidden";
	field.name = name;
	return field;
}

function readTheme(text: string | null): Theme {
	try {
		return text === null ? {} : (JSON.parse(text) as Theme);
	} catch {
		// biome-ignore lint/suspicious/noConsole: the console is where the developer of the merchant's page looks.
		console.warn("Cardseal: theme is not JSON.");
		return {};
	}
}
