import { createSlots } from "./slots.ts";

type Grant = (free: () => void) => void;

export type ListSlots = ReturnType<typeof createListSlots>;

/** Limits the connections that one merchant's lists take. */
export function createListSlots({ perMerchant, inAll }: { perMerchant: number; inAll: number }) {
	const slots = createSlots<number>({ perKey: perMerchant, inAll });
	const waiting = new Map<number, Set<Grant>>();

	const takeNow = (merchantId: number) => {
		const free = slots.take(merchantId);
		if (typeof free !== "function") return undefined;
		return () => {
			free();
			grantNext();
		};
	};
	const leave = (merchantId: number, one: Grant) => {
		const others = waiting.get(merchantId);
		others?.delete(one);
		if (others?.size === 0) waiting.delete(merchantId);
	};
	const grantNext = () => {
		const [next] = [...waiting.keys()].sort((one, other) => slots.takenBy(one) - slots.takenBy(other));
		if (next === undefined) return;
		const [first] = waiting.get(next) ?? [];
		const free = first && takeNow(next);
		if (first === undefined || free === undefined) return;
		leave(next, first);
		first(free);
	};

	return {
		/** Prefers the merchant that has the fewest. Returns the function that frees the slot. */
		take(merchantId: number, waitMs: number): Promise<(() => void) | undefined> {
			const free = takeNow(merchantId);
			if (free !== undefined) return Promise.resolve(free);
			return new Promise((resolve) => {
				const grant: Grant = (granted) => {
					clearTimeout(timer);
					resolve(granted);
				};
				const timer = setTimeout(() => {
					leave(merchantId, grant);
					resolve(undefined);
				}, waitMs);
				waiting.set(merchantId, (waiting.get(merchantId) ?? new Set()).add(grant));
			});
		},
	};
}
