/*
 * The checkout page: seals the card as soon as the form is sent, and pays with the token.
 *
 * The card's fields are empty from the moment the token exists. The token stays in this page's memory until the order is paid,
 * so that a mistyped address or a lost connection does not cost the payer the card again.
 */
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { isCardNumberInside } from "../typed-card-number.ts";
import { takeOverCardFields } from "./card-fields.ts";
import { getData, getElement } from "./elements.ts";
import { postPayment } from "./post-payment.ts";
import { clearProblemsWhileTyping, type Problem, showProblems } from "./problems.ts";
import { createSealer, type EncryptionLibrary, type SealedCard } from "./seal.ts";

/** When the payer is told that it takes longer than usual. */
const patienceMs = 8_000;

if (globalThis.CardSeal === undefined) showProblems([{ field: "form", message: words.sealNotLoaded }]);
else takeOver(globalThis.CardSeal);

function takeOver(library: EncryptionLibrary): void {
	const form = getElement("payment", HTMLFormElement);
	const name = getElement("name", HTMLInputElement);
	const email = getElement("email", HTMLInputElement);
	const payButton = getElement("pay", HTMLButtonElement);
	const card = takeOverCardFields();
	const sealer = createSealer(library, getData(form, "publicKey"), card);
	let sealed: SealedCard | undefined;
	let busy = false;

	function keep(next: SealedCard | undefined): void {
		sealed = next;
		getElement("sealed", HTMLElement).hidden = next === undefined;
		getElement("sealed-card", HTMLElement).textContent = next?.shown ?? "";
		card.show(next === undefined);
	}

	/** Resolves to whether the page is being left. */
	async function pay(): Promise<boolean> {
		const problems = contactProblems(name, email);
		const outcome = sealed ?? (await sealer.seal());
		if (Array.isArray(outcome)) return stay([...problems, ...outcome]);
		keep(outcome);
		if (problems.length > 0) return stay(problems);
		stay([]);
		const answer = await postPayment({
			order_id: getData(form, "orderId"),
			token: outcome.token,
			name: name.value,
			email: email.value,
		});
		if (answer === "unreachable") return stay([{ field: "form", message: words.shopUnreachable }]);
		if ("next" in answer) return leave(answer.next);
		if (!answer.tokenKept) keep(undefined);
		return stay(answer.problems);
	}

	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (busy) return;
		busy = true;
		const stopProgress = showProgress(payButton);
		const leaving = await pay();
		if (leaving) return;
		stopProgress();
		busy = false;
	});
	getElement("another-card", HTMLButtonElement).addEventListener("click", () => {
		keep(undefined);
		card.focus();
	});
	card.onFirstFocus(() => sealer.prepare());
	clearProblemsWhileTyping();
	offerTestCards((number) => {
		keep(undefined);
		if (name.value === "") name.value = "Ada Sample";
		if (email.value === "") email.value = "ada@example.com";
		card.fill({ number, expiry: `12${new Date().getFullYear() + 3}`, securityCode: "123" });
		payButton.focus();
	});
	// A page brought back from the browser's memory may be of an order that has been paid since.
	addEventListener("pageshow", (event) => event.persisted && location.reload());
	payButton.disabled = false;
}

function stay(problems: readonly Problem[]): false {
	showProblems(problems);
	return false;
}

/** In place of the checkout: the back button then leads to the shop and not to a form that is done. */
function leave(address: string): true {
	location.replace(address);
	return true;
}

function contactProblems(name: HTMLInputElement, email: HTMLInputElement): Problem[] {
	const problems: Problem[] = [];
	if (takeCardNumberOut(name)) problems.push({ field: "name", message: words.cardNumberHere });
	else if (name.value.trim() === "") problems.push({ field: "name", message: words.nameMissing });
	if (takeCardNumberOut(email)) problems.push({ field: "email", message: words.cardNumberHere });
	else if (!email.validity.valid) problems.push({ field: "email", message: words.emailInvalid });
	return problems;
}

/** Empties a field that a card number was typed into, so that it is neither seen nor sent; tells whether it did. */
function takeCardNumberOut(input: HTMLInputElement): boolean {
	const found = isCardNumberInside(input.value);
	if (found) input.value = "";
	return found;
}

/** Says that the payment is under way; hands back what takes it off again. */
function showProgress(button: HTMLButtonElement): () => void {
	const progress = getElement("progress", HTMLElement);
	const label = button.textContent;
	button.textContent = words.paying;
	button.setAttribute("aria-disabled", "true");
	const timer = setTimeout(() => {
		progress.textContent = words.takingLonger;
	}, patienceMs);
	return () => {
		clearTimeout(timer);
		progress.textContent = "";
		button.textContent = label;
		button.removeAttribute("aria-disabled");
	};
}

function offerTestCards(fill: (number: string) => void): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-test-card]")) {
		button.addEventListener("click", () => fill(getData(button, "testCard")));
		button.disabled = false;
	}
}
