/**
 * Runs work with the same key one at a time, in order, and work with different keys concurrently. Work that would wait for the
 * same database lock waits here instead, without holding a connection.
 *
 * @example
 * const lock = createKeyedLock();
 * await lock(orderId, () => changeOrder(orderId));
 */
export function createKeyedLock(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
	const lastOf = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const before = lastOf.get(key) ?? Promise.resolve();
		// Runs after the previous work, whether that succeeded or failed.
		const mine = before.then(work, work);
		lastOf.set(key, mine);
		try {
			return await mine;
		} finally {
			if (lastOf.get(key) === mine) lastOf.delete(key);
		}
	};
}
