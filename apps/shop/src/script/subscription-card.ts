/* The page that gives a subscription another card: the card form returns a token, which the shop's server sends on. */
import type { CardChangeAnswer } from "../checkout/page-protocol.ts";
import { checkoutWords } from "../locale/en/checkout.ts";
import { subscriptionWords } from "../locale/en/subscription.ts";
import { copyTestNumber, mountCardForm, problemsOfFrame } from "./card-frame.ts";
import { getData, getElement, postJson, showProblems, showProgress, testCardButtons } from "./page.ts";

const words = subscriptionWords.newCard;

/** Longer than all tries of the shop's server together. */
const timeLimitMs = 120_000;

const form = getElement("new-card", HTMLFormElement);
const save = getElement("save", HTMLButtonElement);
const card = mountCardForm(form);
if (card === undefined) showProblems([{ field: "form", message: checkoutWords.cardFormNotLoaded }]);
else takeOver(card);

function takeOver(card: NonNullable<ReturnType<typeof mountCardForm>>): void {
	let isBusy = false;

	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (isBusy) return;
		isBusy = true;
		const stopProgress = showProgress(save, words.saving, testCardButtons(), checkoutWords.takingLonger);
		showProblems([]);
		const message = await change();
		if (message === "left") return;
		stopProgress();
		isBusy = false;
		showProblems(message === undefined ? [] : [{ field: "form", message }]);
	});

	/** Returns the message for the payer, if there is one, or "left" when the page is being left. */
	async function change(): Promise<string | undefined> {
		try {
			const { token } = await card.tokenize();
			card.clear();
			const answer = (await postJson(getData(form, "postTo"), { token }, timeLimitMs)) as CardChangeAnswer | undefined;
			if (answer === undefined) return words.notChanged;
			if (answer.message !== undefined) return answer.message;
			location.replace(getData(form, "back"));
			return "left";
		} catch (error) {
			return problemsOfFrame(error)[0]?.message;
		}
	}

	for (const button of testCardButtons()) {
		button.addEventListener("click", () => {
			void copyTestNumber(getData(button, "testCard")).then(() => card.focus());
		});
		button.disabled = false;
	}
	save.disabled = false;
}
