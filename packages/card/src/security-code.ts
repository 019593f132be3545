import type { Brand } from "./brand.ts";

/** Returns the number of digits of CVV2, CVC2, CID or CVN. */
export function securityCodeLength(brand: Brand): 3 | 4 {
	return brand === "Amex" ? 4 : 3;
}
