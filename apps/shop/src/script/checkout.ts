/*
 * The checkout page, whichever way it takes the card: turns the card into a token on submit, and pays with the token.
 *
 * The card is gone from the page as soon as the token exists. The token stays in memory until the order is paid, so that a
 * mistyped address or a lost connection does not cost the payer the card again.
 */
import {
	hasTypedCardNumber,
	type PaymentAnswer,
	type PaymentRequest,
	type Problem,
	readWay,
} from "../checkout/page-protocol.ts";
import { checkoutWords as words } from "../locale/en/checkout.ts";
import {
	clearProblemsWhileTyping,
	getData,
	getElement,
	postJson,
	showProblems,
	showProgress,
	testCardButtons,
} from "./page.ts";

/** A token, and how to show its card: "Visa •••• 1111", or as much of that as the page may know. */
export interface SealedCard {
	token: string;
	shown: string;
}

/** The part of the checkout that differs between the ways. */
export interface CardEntry {
	/** Returns the token and clears the card, or the problems to correct; no problems when the frame shows them itself. */
	seal(): Promise<SealedCard | Problem[]>;
	focus(): void;
	/** Fills in a published test number, or copies it. */
	takeTestNumber(number: string): void;
}

/** Longer than all tries of the shop's server together. */
const timeLimitMs = 60_000;

/** Makes the page work. Until then its button is off, since the form has nothing to send without script. */
export function takeOverCheckout(card: CardEntry): void {
	const form = getElement("payment", HTMLFormElement);
	const name = getElement("name", HTMLInputElement);
	const email = getElement("email", HTMLInputElement);
	const payButton = getElement("pay", HTMLButtonElement);
	const otherCard = getElement("another-card", HTMLButtonElement);
	let sealed: SealedCard | undefined;
	let isBusy = false;

	function keep(next: SealedCard | undefined): void {
		sealed = next;
		// Before the focused field is hidden.
		if (next !== undefined) payButton.focus();
		getElement("sealed", HTMLElement).hidden = next === undefined;
		getElement("sealed-card", HTMLElement).textContent = next?.shown ?? "";
		getElement("card", HTMLFieldSetElement).hidden = next !== undefined;
	}

	/** Returns the problems to correct, or undefined when the page is being left. */
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
			checkout: readWay(form.dataset.checkout),
		};
		const answer = (await postJson("/pay", request, timeLimitMs)) as PaymentAnswer | undefined;
		// Asking again is safe: an order is charged once.
		if (answer === undefined || !("next" in answer || "problems" in answer)) {
			return [{ field: "form", message: words.shopUnreachable }];
		}
		if ("next" in answer) {
			// The back button then leads to the shop, not to a form that is done.
			location.replace(answer.next);
			return undefined;
		}
		if (!answer.tokenKept) keep(undefined);
		return answer.problems;
	}

	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (isBusy) return;
		isBusy = true;
		const stopProgress = showProgress(payButton, words.paying, [otherCard, ...testCardButtons()], words.takingLonger);
		const problems = await pay();
		if (problems === undefined) return;
		stopProgress();
		isBusy = false;
		showProblems(problems);
	});
	otherCard.addEventListener("click", () => {
		keep(undefined);
		card.focus();
	});
	clearProblemsWhileTyping();
	for (const button of testCardButtons()) {
		button.addEventListener("click", () => {
			// Next to saved cards, the form is folded.
			form.closest("details")?.setAttribute("open", "");
			keep(undefined);
			name.value ||= "Ada Sample";
			email.value ||= "ada@example.com";
			card.takeTestNumber(getData(button, "testCard"));
		});
		button.disabled = false;
	}
	// A page restored from the browser's memory may be of an order that has been paid since.
	addEventListener("pageshow", (event) => event.persisted && location.reload());
	payButton.disabled = false;
}

function payerProblems(name: HTMLInputElement, email: HTMLInputElement): Problem[] {
	const problems: Problem[] = [];
	if (removeCardNumber(name)) problems.push({ field: "name", message: words.cardNumberHere });
	else if (name.value.trim() === "") problems.push({ field: "name", message: words.nameMissing });
	if (removeCardNumber(email)) problems.push({ field: "email", message: words.cardNumberHere });
	else if (!email.validity.valid) problems.push({ field: "email", message: words.emailInvalid });
	return problems;
}

/** Empties a field with a card number in it, so that it is neither seen nor sent; returns whether it did. */
function removeCardNumber(input: HTMLInputElement): boolean {
	const isFound = hasTypedCardNumber(input.value);
	if (isFound) input.value = "";
	return isFound;
}
