/** The limit of all gateways together. */
export const perEndpoint = 8;

/** Each 16 KB of an event take another slot, which bounds memory. */
export const allSlots = 1_024;

export interface ClaimLimits {
	slots: number;
	perMerchant: number;
	/** The limit after a failure. */
	perFailingEndpoint: number;
}

/**
 * Reserves an eighth for merchants that have none. Of the other free slots, a merchant may have a quarter, and a claim
 * takes half.
 * @param taken slots of this gateway
 */
export function limitsOfClaim(taken: number, all = allSlots): ClaimLimits {
	const free = Math.max(0, all - taken);
	const open = free - all / 8;
	return {
		slots: open > 0 ? Math.ceil(open / 2) : free,
		perMerchant: open > 0 ? Math.ceil(open / 4) : Math.min(free, 1),
		perFailingEndpoint: perFailingEndpoint(taken, all),
	};
}

function perFailingEndpoint(taken: number, all: number): number {
	if (taken < all / 2) return perEndpoint;
	return taken < (all * 3) / 4 ? 1 : 0;
}

export interface HeldSlots {
	byMerchant: ReadonlyMap<number, number>;
	taken(): number;
	take(held: Held): void;
	release(held: Held): void;
}

export function createHeldSlots(): HeldSlots {
	const byMerchant = new Map<number, number>();
	let taken = 0;
	const change = (merchantId: number, by: number) => {
		taken += by;
		const left = (byMerchant.get(merchantId) ?? 0) + by;
		if (left > 0) byMerchant.set(merchantId, left);
		else byMerchant.delete(merchantId);
	};
	return {
		byMerchant,
		taken: () => taken,
		take: ({ merchantId, slots }) => change(merchantId, slots),
		release: ({ merchantId, slots }) => change(merchantId, -slots),
	};
}

interface Held {
	merchantId: number;
	slots: number;
}
