import type { CardChangeAnswer } from "../checkout/page-protocol.ts";
import { subscriptionWords } from "../locale/en/subscription.ts";
import { copyTestNumber, mountCardForm, takeFromFrame } from "./card-frame.ts";
import { getData, getElement, postJson, showProblems, takeOverForm } from "./page.ts";

const words = subscriptionWords.newCard;

/** Longer than all tries of the shop's server together. */
const timeLimitMs = 120_000;

const form = getElement("new-card", HTMLFormElement);
const card = mountCardForm(form);
if (card !== undefined) {
	takeOverForm(form, {
		busyLabel: words.saving,
		async submit() {
			showProblems([]);
			const taken = await takeFromFrame(() => card.tokenize());
			if (Array.isArray(taken)) return taken;
			card.clear();
			const answer = await postJson<CardChangeAnswer>(getData(form, "postTo"), { token: taken.token }, timeLimitMs);
			const message = answer === undefined ? words.notChanged : answer.message;
			if (message !== undefined) return [{ field: "form", message }];
			location.replace(getData(form, "back"));
			return undefined;
		},
		takeTestNumber: (number) => void copyTestNumber(number, () => card.focus()),
	});
}
