/*
 * The checkout that asks for the card in inputs of its own page and seals it with the encryption library. The page's scripts
 * could read the card while it is typed, so this way takes the most care on the merchant's side.
 */
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { takeOverCardFields } from "./card-fields.ts";
import { takeOverCheckout } from "./checkout.ts";
import { getData, getElement } from "./elements.ts";
import { showProblems } from "./problems.ts";
import { createSealer, type EncryptionLibrary } from "./seal.ts";

/** What the gateway's script leaves on the page; missing when the browser refused or could not load it. */
const library = (globalThis as { CardSeal?: EncryptionLibrary }).CardSeal;
if (library === undefined) showProblems([{ field: "form", message: words.sealNotLoaded }]);
else takeOver(library);

function takeOver(library: EncryptionLibrary): void {
	const fields = takeOverCardFields();
	const sealer = createSealer(library, getData(getElement("payment", HTMLFormElement), "publicKey"), fields);
	fields.onFirstFocus(() => sealer.prepare());
	takeOverCheckout({
		seal: () => sealer.seal(),
		show: fields.show,
		focus: fields.focus,
		takeTestNumber(number) {
			fields.fill({ number, expiry: `12${new Date().getFullYear() + 3}`, securityCode: "123" });
			getElement("pay", HTMLButtonElement).focus();
		},
	});
}
