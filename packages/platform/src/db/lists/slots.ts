/** Limits keys, such as merchants, to a part. */
export function createSlots<Key>({ perKey, inAll }: { perKey: number; inAll: number }) {
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
		/** Returns a function that frees the slot, or the reached limit. */
		take(key: Key): (() => void) | "per_key" | "in_all" {
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
