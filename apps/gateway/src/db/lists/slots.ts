/** Slots for what is in flight, so that one key, such as a merchant, takes no more than a part. */
export interface Slots<Key> {
	/** Takes a slot. Returns the function that frees it, which may be called again, or the limit that was reached. */
	take(key: Key): (() => void) | SlotLimit;
	/** Returns how many a key has taken. */
	takenBy(key: Key): number;
}

export type SlotLimit = "per_key" | "in_all";

/** Creates the slots of one gateway. */
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
