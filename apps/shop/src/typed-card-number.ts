import { hasCardNumber } from "@cardseal/card";

/**
 * Whether somebody typed a card number where a name or an address belongs. The page and the server both ask: such a text is
 * kept, shown and mailed in the clear (PCI DSS 3.5.1). In compatible characters, because keyboards also write full-width
 * digits, and pages are copied with spaces that do not break.
 */
export function isCardNumberInside(text: string): boolean {
	return hasCardNumber(text.normalize("NFKC").replaceAll(/ +/g, " "));
}
