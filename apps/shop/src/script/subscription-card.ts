/*
 * The page that gives a subscription another card: the gateway's form makes a token of it, and the shop's server has the card
 * that the token stands for billed from then on.
 */
import { checkoutWords } from "../locale/en/checkout.ts";
import { subscriptionWords } from "../locale/en/subscription.ts";
import type { CardChangeAnswer } from "../subscriptions/card-change-answer.ts";
import { copyTestNumber, findWidget, onSchemeChange, problemsOfFrame, themeOfPage, type Widget } from "./card-frame.ts";
import { getData, getElement } from "./elements.ts";
import { showProblems } from "./problems.ts";
import { testCardButtons } from "./test-cards.ts";

const words = subscriptionWords.newCard;

/** Longer than all tries of the shop's server together. */
const timeLimitMs = 120_000;

const widget = findWidget();
if (widget === undefined) showProblems([{ field: "form", message: checkoutWords.cardFormNotLoaded }]);
else takeOver(widget);

function takeOver(widget: Widget): void {
	const form = getElement("new-card", HTMLFormElement);
	const save = getElement("save", HTMLButtonElement);
	const card = widget.mount(getElement("card-form", HTMLElement), {
		publicKey: getData(form, "publicKey"),
		theme: themeOfPage(),
	});
	let busy = false;

	/** Resolves to what the payer is told, if anything; to "left" when the page is being left. */
	async function change(): Promise<string | undefined | "left"> {
		try {
			const { token } = await card.tokenize();
			card.clear();
			const answer = await postCard(getData(form, "postTo"), token);
			if (answer.message !== undefined) return answer.message;
			location.replace(getData(form, "back"));
			return "left";
		} catch (error) {
			return problemsOfFrame(error)[0]?.message;
		}
	}

	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (busy) return;
		busy = true;
		save.textContent = words.saving;
		save.setAttribute("aria-disabled", "true");
		showProblems([]);
		const told = await change();
		if (told === "left") return;
		busy = false;
		save.textContent = words.save;
		save.removeAttribute("aria-disabled");
		showProblems(told === undefined ? [] : [{ field: "form", message: told }]);
	});
	card.on("submit", () => form.requestSubmit());
	onSchemeChange(() => card.update({ theme: themeOfPage() }));
	for (const button of testCardButtons()) {
		button.addEventListener("click", async () => {
			await copyTestNumber(getData(button, "testCard"));
			card.focus();
		});
		button.disabled = false;
	}
	save.disabled = false;
}

async function postCard(path: string, token: string): Promise<CardChangeAnswer> {
	try {
		const response = await fetch(path, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ token }),
			signal: AbortSignal.timeout(timeLimitMs),
		});
		const answer = (await response.json()) as CardChangeAnswer;
		return response.ok || typeof answer.message === "string" ? answer : { message: words.notChanged };
	} catch {
		return { message: words.notChanged };
	}
}
