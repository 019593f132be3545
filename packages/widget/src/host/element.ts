import { tryAgainIn } from "../locale/host-words.ts";
import type { Theme } from "../wire/messages.ts";
import { type CardForm, type CardFormEvents, localeOf, type MountOptions } from "./card-form.ts";
import { CardFormError } from "./errors.ts";
import type { Tokenized } from "./token-calls.ts";

/** ms after a submission in which no other follows: the next page may take as long to come. */
const quietTime = 10_000;

const eventNames = ["ready", "change", "brand", "focus", "blur", "submit", "token", "error"] as const;

/** What became of an order that the element posted. */
interface Outcome {
	ok: boolean;
	/** 0 when there was no answer that could be read. */
	status: number;
	body: { message?: unknown } | null;
}

/**
 * `<cardseal-card public-key="…">`: the card form as an element. Inside a form it holds the submission back until there is
 * a token, and submits then; with `post-to` it posts JSON itself and shows the answer's message.
 */
export function cardElement(mount: (place: Element, options: MountOptions) => CardForm): CustomElementConstructor {
	return class extends HTMLElement {
		static readonly observedAttributes = ["locale", "theme", "disabled", "name-field", "postal-code-field"];
		#cardForm: CardForm | undefined;
		/** There from the start: what is written into it later is read aloud. */
		readonly #outcome = document.createElement("output");
		/** Until when no submission is taken, by the clock of events: a second click must not become a second payment. */
		#quietUntil = 0;
		/**
		 * What was submitted and not answered for certain. Whoever tries again sends the same token, which the gateway takes
		 * once, so that an order whose answer was lost is not paid twice.
		 */
		#kept: Tokenized | undefined;
		/** Whether the next submission is our own, and then the event it came with. */
		#ownSubmission: Event | boolean = false;

		connectedCallback(): void {
			if (this.#cardForm) return;
			const gateway = this.getAttribute("gateway");
			const publicKey = this.getAttribute("public-key") ?? "";
			this.style.display ||= "block";
			this.#outcome.textContent = "";
			this.append(this.#outcome);
			const cardForm = mount(this, { publicKey, ...(gateway && { gateway }), ...this.#options() });
			this.#cardForm = cardForm;
			for (const name of eventNames) cardForm.on(name, (detail) => this.#tell(name, detail));
			cardForm.on("change", this.#forget);
			cardForm.on("submit", () => this.closest("form")?.requestSubmit());
			// At the document, before any listener of the page's own sees a submission without a token.
			document.addEventListener("submit", this.#onSubmit, true);
			addEventListener("pageshow", this.#onShow);
		}

		disconnectedCallback(): void {
			document.removeEventListener("submit", this.#onSubmit, true);
			removeEventListener("pageshow", this.#onShow);
			this.#cardForm?.destroy();
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
			if (this.#ownSubmission) {
				this.#ownSubmission = event;
				return;
			}
			event.preventDefault();
			event.stopImmediatePropagation();
			if (event.timeStamp < this.#quietUntil) return;
			this.#quietUntil = Number.POSITIVE_INFINITY;
			void this.#submit(form, event.submitter).then((quiet) => {
				this.#quietUntil = performance.now() + quiet;
			});
		};

		/** Another card, or another try after a definite answer, is another payment. */
		readonly #forget = (): void => {
			this.#kept = undefined;
		};

		/** A page that is shown again, after the next one, can be submitted again. */
		readonly #onShow = ({ persisted }: PageTransitionEvent): void => {
			if (!persisted) return;
			this.#forget();
			this.#quietUntil = 0;
		};

		/** @returns for how many ms no other submission may follow */
		async #submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<number> {
			try {
				this.#kept ??= await this.tokenize();
			} catch {
				// The form shows what is wrong, and has told the page if it cannot work.
				return 0;
			}
			this.#fill(this.#kept);
			// The page may have drawn its button anew meanwhile.
			const button = (submitter as HTMLButtonElement | null)?.form === form ? submitter : null;
			const address = this.getAttribute("post-to");
			if (address !== null) return this.#post(address, form, button);
			this.#ownSubmission = true;
			form.requestSubmit(button);
			const own = this.#ownSubmission as Event | boolean;
			this.#ownSubmission = false;
			if (own instanceof Event && !own.defaultPrevented) return quietTime;
			this.#forget();
			return 0;
		}

		/** Puts the token into hidden fields of the form, in place of those of an earlier try. */
		#fill({ token, cardholder }: Tokenized): void {
			for (const field of this.querySelectorAll("input")) field.remove();
			const values = {
				[this.getAttribute("token-name") || "token"]: token,
				cardholder_name: cardholder.name,
				postal_code: cardholder.postalCode,
			};
			for (const [name, value] of Object.entries(values)) {
				if (value !== undefined)
					this.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
			}
		}

		/** @returns as `#submit`: an order that was paid is not paid again while its form stands on the page */
		async #post(address: string, form: HTMLFormElement, submitter: HTMLElement | null): Promise<number> {
			const fields = [...new FormData(form, submitter)].filter(([, value]) => typeof value === "string");
			const message = tryAgainIn(localeOf(this.#options()));
			const outcome: Outcome = { ok: false, status: 0, body: { message } };
			try {
				const response = await fetch(address, {
					method: "POST",
					credentials: "same-origin",
					headers: { "Content-Type": "application/json" },
					body: JSON.stringify(Object.fromEntries(fields)),
				});
				const { ok, status } = response;
				Object.assign(outcome, { body: await response.json(), ok, status });
			} catch {
				// Then the outcome stays what it is.
			}
			if (outcome.status > 0 && outcome.status < 500) this.#forget();
			this.#outcome.textContent = String(outcome.body?.message ?? "");
			this.#tell("outcome", outcome);
			return outcome.ok ? Number.POSITIVE_INFINITY : 0;
		}
	};
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
