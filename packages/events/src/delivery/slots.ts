/** Each 16 KB of an event take another slot, which bounds memory. */
export const allSlots = 1_024;

/**
 * Reserves an eighth for merchants that have none. Of the other free slots, a merchant may have a quarter, and a claim
 * takes half.
 * @param taken slots of this gateway
 */
export function limitsOfClaim(taken: number, all = allSlots): { slots: number; perMerchant: number } {
	const free = Math.max(0, all - taken);
	const open = free - all / 8;
	if (open <= 0) return { slots: free, perMerchant: Math.min(free, 1) };
	return { slots: Math.ceil(open / 2), perMerchant: Math.ceil(open / 4) };
}
