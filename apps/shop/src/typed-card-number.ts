import { hasCardNumber } from "@cardseal/card";

/**
 * Whether somebody typed a card number where a name or an address belongs. The page and the server both ask, since such a
 * text is kept and shown in the clear (PCI DSS 3.5.1). Blanks count once: the shop drops the others from a name,
 * which would bring together what they kept apart.
 */
export function isCardNumberInside(text: string): boolean {
	return hasCardNumber(text.replaceAll(/\p{Zs}+/gu, " "));
}
