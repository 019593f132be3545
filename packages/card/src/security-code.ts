import type { Brand } from "./brand.ts";

/** Returns the number of digits of the brand's security code (CVV2, CVC2, CID, CVN). */
export function securityCodeLength(brand: Brand): 3 | 4 {
	return brand === "Amex" ? 4 : 3;
}
