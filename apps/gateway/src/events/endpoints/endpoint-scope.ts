import type { Access } from "../../merchants/access.ts";
import type { EndpointScope } from "./endpoints.store.ts";

/** Returns a merchant's endpoints, or those that the partner's grant made. */
export function scopeOf({ merchant, grantId }: Access): EndpointScope {
	return { merchantId: merchant.id, grantId };
}
