import type { Brand } from "./brand.ts";

/** How many digits the brand prints as its security code (CVV2, CVC2, CID, CVN). */
export function securityCodeLength(brand: Brand): 3 | 4 {
	return brand === "Amex" ? 4 : 3;
}
