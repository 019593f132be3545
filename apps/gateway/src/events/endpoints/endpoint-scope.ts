import type { Access } from "../../merchants/access.ts";
import type { EndpointScope } from "./endpoints.store.ts";

/** Returns the endpoints that a request may see: a merchant's, or those that the partner's grant made. Pure. */
export function scopeOf({ merchant, grantId }: Access): EndpointScope {
	return { merchantId: merchant.id, grantId };
}
