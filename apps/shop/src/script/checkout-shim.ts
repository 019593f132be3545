/*
 * The checkout of a page that was written for an earlier provider: the constructor and the one call that it knows, with the
 * card form in a frame behind them.
 */
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { copyTestNumber, type FrameTheme, problemsOfFrame, themeOfPage } from "./card-frame.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getData, getElement } from "./elements.ts";
import { showProblems } from "./problems.ts";

interface Transaction {
	getPaymentToken(): Promise<{ payment_token: string }>;
}

type TransactionConstructor = new (
	key: string,
	containerId: string,
	options: { environment: "sandbox"; style: FrameTheme },
) => Transaction;

/** What the gateway's script leaves on the page; missing when the browser refused or could not load it. */
const Known = (globalThis as { PayfirmaIframeTransaction?: TransactionConstructor }).PayfirmaIframeTransaction;
if (Known === undefined) showProblems([{ field: "form", message: words.cardFormNotLoaded }]);
else takeOver(Known);

function takeOver(PayfirmaIframeTransaction: TransactionConstructor): void {
	const publicKey = getData(getElement("payment", HTMLFormElement), "publicKey");
	const fieldset = getElement("card", HTMLFieldSetElement);
	const place = getElement("card-form", HTMLElement);
	let transaction = begin();

	/** A transaction has a card form of its own, which this way cannot empty: another card is another transaction. */
	function begin(): Transaction {
		place.replaceChildren();
		return new PayfirmaIframeTransaction(publicKey, place.id, { environment: "sandbox", style: themeOfPage() });
	}

	function focus(): void {
		place.querySelector("iframe")?.focus();
	}

	takeOverCheckout({
		async seal() {
			try {
				const { payment_token: token } = await transaction.getPaymentToken();
				transaction = begin();
				return { token, shown: words.yourCard(undefined) };
			} catch (error) {
				return problemsOfFrame(error);
			}
		},
		show(visible) {
			fieldset.hidden = !visible;
		},
		focus,
		takeTestNumber: async (number) => {
			await copyTestNumber(number);
			focus();
		},
	});
}
