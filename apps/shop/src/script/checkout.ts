/** The token stays in memory until the order is paid: a lost connection does not cost the payer the card again. */
import {
	hasTypedCardNumber,
	type PaymentAnswer,
	type PaymentRequest,
	type Problem,
} from "../checkout/page-protocol.ts";
import { checkoutWords as words } from "../locale/for-scripts.ts";
import {
	clearProblemsWhileTyping,
	getData,
	getElement,
	postJson,
	sayWhenSlow,
	showProblems,
	takeOverForm,
} from "./page.ts";

export interface SealedCard {
	token: string;
	shown: string;
}

export interface CardEntry {
	seal(): Promise<SealedCard | Problem[]>;
	focus(): void;
	takeTestNumber(number: string): void;
}

/** Longer than all tries of the shop's server. */
const timeLimitMs = 60_000;

export function takeOverCheckout(card: CardEntry): void {
	const form = getElement("payment", HTMLFormElement);
	const name = getElement("name", HTMLInputElement);
	const email = getElement("email", HTMLInputElement);
	let sealed: SealedCard | undefined;

	function keep(next: SealedCard | undefined): void {
		sealed = next;
		if (next !== undefined) getElement("pay", HTMLButtonElement).focus();
		getElement("sealed", HTMLElement).hidden = next === undefined;
		getElement("sealed-card", HTMLElement).textContent = next?.shown ?? "";
		getElement("card", HTMLFieldSetElement).hidden = next !== undefined;
	}

	async function pay(): Promise<Problem[] | undefined> {
		const problems = payerProblems(name, email);
		const outcome = sealed ?? (await card.seal());
		if (Array.isArray(outcome)) return [...problems, ...outcome];
		keep(outcome);
		if (problems.length > 0) return problems;
		showProblems([]);
		const request: PaymentRequest = {
			order_id: getData(form, "orderId"),
			token: outcome.token,
			name: name.value,
			email: email.value,
			remember: form.querySelector<HTMLInputElement>("#remember")?.checked ?? false,
		};
		const answer = await postJson<PaymentAnswer>("/pay", request, timeLimitMs);
		if (answer === undefined || !("next" in answer || "problems" in answer)) {
			return [{ field: "form", message: words.shopUnreachable }];
		}
		if ("next" in answer) {
			// The back button leads to the shop.
			location.replace(answer.next);
			return undefined;
		}
		if (!answer.tokenKept) keep(undefined);
		return answer.problems;
	}

	takeOverForm(form, {
		busyLabel: words.paying,
		submit: pay,
		takeTestNumber(number) {
			// Next to saved cards, the form is folded.
			form.closest("details")?.setAttribute("open", "");
			keep(undefined);
			name.value ||= "Ada Sample";
			email.value ||= "ada@example.com";
			card.takeTestNumber(number);
		},
	});
	getElement("another-card", HTMLButtonElement).addEventListener("click", () => {
		keep(undefined);
		card.focus();
	});
	clearProblemsWhileTyping();
	const savedCardProgress = document.getElementById("saved-card-progress");
	savedCardProgress?.closest("form")?.addEventListener("submit", () => sayWhenSlow(savedCardProgress));
	// Its order may have been paid since.
	addEventListener("pageshow", (event) => event.persisted && location.reload());
}

function payerProblems(name: HTMLInputElement, email: HTMLInputElement): Problem[] {
	const problems: Problem[] = [];
	for (const input of [name, email]) {
		const field = input === name ? "name" : "email";
		if (hasTypedCardNumber(input.value)) {
			input.value = "";
			problems.push({ field, message: words.cardNumberHere });
		} else if (input === name && name.value.trim() === "") problems.push({ field, message: words.nameMissing });
		else if (!input.validity.valid) problems.push({ field, message: words.emailInvalid });
	}
	return problems;
}
