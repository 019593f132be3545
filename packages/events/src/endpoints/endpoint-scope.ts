import type { Access } from "../../merchants/access.ts";
import type { EndpointScope } from "./endpoints.store.ts";

export function scopeOf({ merchant, grantId }: Access): EndpointScope {
	return { merchantId: merchant.id, grantId };
}
