export interface Slots<Key> {
	/** Returns a function that frees the slot, or the reached limit. */
	take(key: Key): (() => void) | SlotLimit;
	takenBy(key: Key): number;
}

export type SlotLimit = "per_key" | "in_all";

export function createSlots<Key>({ perKey, inAll }: { perKey: number; inAll: number }): Slots<Key> {
	const taken = new Map<Key, number>();
	let total = 0;
	const takenBy = (key: Key) => taken.get(key) ?? 0;
	const change = (key: Key, by: number) => {
		total += by;
		const count = takenBy(key) + by;
		if (count === 0) taken.delete(key);
		else taken.set(key, count);
	};
	return {
		takenBy,
		take(key) {
			if (takenBy(key) >= perKey) return "per_key";
			if (total >= inAll) return "in_all";
			change(key, 1);
			let isTaken = true;
			return () => {
				if (isTaken) change(key, -1);
				isTaken = false;
			};
		},
	};
}
