/*
 * The checkout that leaves the card to the gateway's form in a frame. This page learns the card's brand and the token, and
 * nothing else of it.
 */
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { copyTestNumber, findWidget, onSchemeChange, problemsOfFrame, themeOfPage, type Widget } from "./card-frame.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getData, getElement } from "./elements.ts";
import { showProblems } from "./problems.ts";

const widget = findWidget();
if (widget === undefined) showProblems([{ field: "form", message: words.cardFormNotLoaded }]);
else takeOver(widget);

function takeOver(widget: Widget): void {
	const form = getElement("payment", HTMLFormElement);
	const fieldset = getElement("card", HTMLFieldSetElement);
	const place = getElement("card-form", HTMLElement);
	const card = widget.mount(place, { publicKey: getData(form, "publicKey"), theme: themeOfPage() });
	let shown = words.yourCard(undefined);

	card.on("brand", ({ brand }) => {
		shown = words.yourCard(brand);
	});
	card.on("submit", () => form.requestSubmit());
	onSchemeChange(() => card.update({ theme: themeOfPage() }));

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
		show(visible) {
			fieldset.hidden = !visible;
		},
		focus: () => card.focus(),
		takeTestNumber: async (number) => {
			await copyTestNumber(number);
			card.focus();
		},
	});
}
