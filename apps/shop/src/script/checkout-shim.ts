import { checkoutWords as words } from "../locale/for-scripts.ts";
import { copyTestNumber, type FrameTheme, takeFromFrame, themeOfPage, unlessMistaken } from "./card-frame.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getData, getElement, showFormProblem } from "./page.ts";

type TransactionConstructor = new (
	key: string,
	containerId: string,
	options: { environment: "sandbox"; style: FrameTheme },
) => { getPaymentToken(): Promise<{ payment_token: string }> };

const Known = (globalThis as { PayfirmaIframeTransaction?: TransactionConstructor }).PayfirmaIframeTransaction;
if (Known === undefined) showFormProblem(words.cardFormNotLoaded);
else takeOver(Known);

function takeOver(PayfirmaIframeTransaction: TransactionConstructor): void {
	const publicKey = getData(getElement("payment", HTMLFormElement), "publicKey");
	const place = getElement("card-form", HTMLElement);
	const focus = () => place.querySelector("iframe")?.focus();
	const first = unlessMistaken(begin);
	if (first === undefined) return;
	let current = first;

	/** A transaction's card form cannot be cleared: another card is another transaction. */
	function begin() {
		place.replaceChildren();
		return new PayfirmaIframeTransaction(publicKey, place.id, { environment: "sandbox", style: themeOfPage() });
	}

	takeOverCheckout({
		seal: () =>
			takeFromFrame(async () => {
				const { payment_token: token } = await current.getPaymentToken();
				current = begin();
				return { token, shown: words.yourCard(undefined) };
			}),
		focus,
		takeTestNumber: (number) => void copyTestNumber(number, focus),
	});
}
