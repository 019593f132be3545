/* This page learns the card's brand and the token, and nothing else. */
import { checkoutWords as words } from "../locale/for-scripts.ts";
import { copyTestNumber, mountCardForm, takeFromFrame } from "./card-frame.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getElement } from "./page.ts";

const card = mountCardForm(getElement("payment", HTMLFormElement));
if (card !== undefined) {
	let shown = words.yourCard(undefined);
	card.on("brand", ({ brand }) => {
		shown = words.yourCard(brand);
	});
	const focus = () => card.focus();
	takeOverCheckout({
		seal: () =>
			takeFromFrame(async () => {
				const sealed = { token: (await card.tokenize()).token, shown };
				card.clear();
				return sealed;
			}),
		focus,
		takeTestNumber: (number) => void copyTestNumber(number, focus),
	});
}
