/** Slots for statements of lists, so that one merchant's take no more than a part of the connections. */
export interface ListSlots {
	/**
	 * Waits for a slot. Free ones go to the merchant that has the fewest.
	 *
	 * @returns the function that frees it; `undefined` when there was none in time
	 */
	take(merchantId: number, waitMs: number): Promise<(() => void) | undefined>;
}

interface Waiting {
	grant: () => void;
}

export function createListSlots({ perMerchant, inAll }: { perMerchant: number; inAll: number }): ListSlots {
	const taken = new Map<number, number>();
	const waiting = new Map<number, Set<Waiting>>();
	let total = 0;

	const takenBy = (merchantId: number) => taken.get(merchantId) ?? 0;
	const change = (merchantId: number, by: number) => {
		total += by;
		const count = takenBy(merchantId) + by;
		if (count === 0) taken.delete(merchantId);
		else taken.set(merchantId, count);
	};
	const leave = (merchantId: number, one: Waiting) => {
		const others = waiting.get(merchantId);
		others?.delete(one);
		if (others?.size === 0) waiting.delete(merchantId);
	};
	const grantNext = () => {
		if (total >= inAll) return;
		const [next] = [...waiting.keys()].sort((one, other) => takenBy(one) - takenBy(other));
		if (next === undefined || takenBy(next) >= perMerchant) return;
		const [first] = waiting.get(next) ?? [];
		if (first === undefined) return;
		leave(next, first);
		change(next, 1);
		first.grant();
	};
	const slotOf = (merchantId: number) => () => {
		change(merchantId, -1);
		grantNext();
	};

	return {
		take(merchantId, waitMs) {
			if (total < inAll && takenBy(merchantId) < perMerchant) {
				change(merchantId, 1);
				return Promise.resolve(slotOf(merchantId));
			}
			return new Promise((resolve) => {
				const one: Waiting = {
					grant() {
						clearTimeout(timer);
						resolve(slotOf(merchantId));
					},
				};
				const timer = setTimeout(() => {
					leave(merchantId, one);
					resolve(undefined);
				}, waitMs);
				waiting.set(merchantId, (waiting.get(merchantId) ?? new Set()).add(one));
			});
		},
	};
}
