/** Runs work of one key in order, without holding a connection. */
export function createKeyedLock(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
	const lastOf = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const before = lastOf.get(key) ?? Promise.resolve();
		const mine = before.then(work, work);
		lastOf.set(key, mine);
		try {
			return await mine;
		} finally {
			if (lastOf.get(key) === mine) lastOf.delete(key);
		}
	};
}
