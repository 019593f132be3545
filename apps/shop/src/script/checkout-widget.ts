/* The checkout with the gateway's card form in a frame. This page learns the card's brand and the token, and nothing else. */
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { copyTestNumber, mountCardForm, problemsOfFrame } from "./card-frame.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getElement, showProblems } from "./page.ts";

const card = mountCardForm(getElement("payment", HTMLFormElement));
if (card === undefined) showProblems([{ field: "form", message: words.cardFormNotLoaded }]);
else {
	let shown = words.yourCard(undefined);
	card.on("brand", ({ brand }) => {
		shown = words.yourCard(brand);
	});
	takeOverCheckout({
		async seal() {
			try {
				const { token } = await card.tokenize();
				const sealed = { token, shown };
				card.clear();
				return sealed;
			} catch (error) {
				return problemsOfFrame(error);
			}
		},
		focus: () => card.focus(),
		takeTestNumber: (number) => void copyTestNumber(number).then(() => card.focus()),
	});
}
