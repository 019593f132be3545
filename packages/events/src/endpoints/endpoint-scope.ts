import type { Access } from "@cardseal/merchants";
import type { EndpointScope } from "./endpoints.store.ts";

export function scopeOf({ merchant, grantId }: Access): EndpointScope {
	return { merchantId: merchant.id, grantId };
}
