/**
 * Runs works with the same key one after another, in the order in which they came, and works with different keys side by
 * side. What would only wait for the same lock in the database waits here instead, and holds no connection meanwhile.
 *
 * @example
 * const inTurn = createKeyedLock();
 * await inTurn(orderId, () => changeOrder(orderId));
 */
export function createKeyedLock(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
	const lastOf = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const before = lastOf.get(key) ?? Promise.resolve();
		// Whether the one before succeeded is its own caller's business.
		const mine = before.then(work, work);
		lastOf.set(key, mine);
		try {
			return await mine;
		} finally {
			if (lastOf.get(key) === mine) lastOf.delete(key);
		}
	};
}
