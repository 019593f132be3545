/*
 * The checkout page, whichever way it takes the card: seals it as soon as the form is sent, and pays with the token.
 *
 * The card is gone from the page from the moment the token exists. The token stays in this page's memory until the order is
 * paid, so that a mistyped address or a lost connection does not cost the payer the card again.
 */
import { readCheckoutWay } from "../checkout-ways.ts";
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { isCardNumberInside } from "../typed-card-number.ts";
import type { CardEntry, SealedCard } from "./card-entry.ts";
import { getData, getElement } from "./elements.ts";
import { postPayment } from "./post-payment.ts";
import { clearProblemsWhileTyping, type Problem, showProblems } from "./problems.ts";
import { testCardButtons } from "./test-cards.ts";

/** When the payer is told that it takes longer than usual. */
const patienceMs = 8_000;

/** Makes the page work. Until then its button is off, because a form without script would have nothing to send. */
export function takeOverCheckout(card: CardEntry): void {
	const form = getElement("payment", HTMLFormElement);
	const name = getElement("name", HTMLInputElement);
	const email = getElement("email", HTMLInputElement);
	const payButton = getElement("pay", HTMLButtonElement);
	let sealed: SealedCard | undefined;
	let busy = false;

	function keep(next: SealedCard | undefined): void {
		sealed = next;
		// Before what has it goes, or the focus would be nowhere.
		if (next !== undefined) payButton.focus();
		getElement("sealed", HTMLElement).hidden = next === undefined;
		getElement("sealed-card", HTMLElement).textContent = next?.shown ?? "";
		card.show(next === undefined);
	}

	/** Resolves to what the payer has to mend, or to "left" when the page is being left. */
	async function pay(): Promise<readonly Problem[] | "left"> {
		const problems = contactProblems(name, email);
		const outcome = sealed ?? (await card.seal());
		if (Array.isArray(outcome)) return [...problems, ...outcome];
		keep(outcome);
		if (problems.length > 0) return problems;
		showProblems([]);
		const answer = await postPayment({
			order_id: getData(form, "orderId"),
			token: outcome.token,
			name: name.value,
			email: email.value,
			// What is paid every month has no choice: its card is kept for that.
			remember: form.querySelector<HTMLInputElement>("#remember")?.checked ?? false,
			checkout: readCheckoutWay(form.dataset.checkout),
		});
		if (answer === "unreachable") return [{ field: "form", message: words.shopUnreachable }];
		if ("next" in answer) return leave(answer.next);
		if (!answer.tokenKept) keep(undefined);
		return answer.problems;
	}

	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (busy) return;
		busy = true;
		const stopProgress = showProgress(payButton);
		const result = await pay();
		if (result === "left") return;
		stopProgress();
		busy = false;
		showProblems(result);
	});
	getElement("another-card", HTMLButtonElement).addEventListener("click", () => {
		keep(undefined);
		card.focus();
	});
	clearProblemsWhileTyping();
	for (const button of testCardButtons()) {
		button.addEventListener("click", () => {
			openForm(form);
			keep(undefined);
			if (name.value === "") name.value = "Ada Sample";
			if (email.value === "") email.value = "ada@example.com";
			card.takeTestNumber(getData(button, "testCard"));
		});
		button.disabled = false;
	}
	// A page brought back from the browser's memory may be of an order that has been paid since.
	addEventListener("pageshow", (event) => event.persisted && location.reload());
	payButton.disabled = false;
}

/** Beside cards on file the form is folded away. */
function openForm(form: HTMLFormElement): void {
	const fold = form.closest("details");
	if (fold !== null) fold.open = true;
}

/** In place of the checkout: the back button then leads to the shop and not to a form that is done. */
function leave(address: string): "left" {
	location.replace(address);
	return "left";
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

/** Says that the payment is under way, and turns off what would change the card meanwhile; hands back what undoes it. */
function showProgress(button: HTMLButtonElement): () => void {
	const progress = getElement("progress", HTMLElement);
	const others = [getElement("another-card", HTMLButtonElement), ...testCardButtons()];
	const label = button.textContent;
	button.textContent = words.paying;
	button.setAttribute("aria-disabled", "true");
	for (const other of others) other.disabled = true;
	const timer = setTimeout(() => {
		progress.textContent = words.takingLonger;
	}, patienceMs);
	return () => {
		clearTimeout(timer);
		progress.textContent = "";
		button.textContent = label;
		button.removeAttribute("aria-disabled");
		for (const other of others) other.disabled = false;
	};
}
