interface Waiting<Key, Value> {
	key: Key;
	resolve: (value: Value | undefined) => void;
	reject: (error: unknown) => void;
}

/**
 * Turns many look-ups at once into few queries. Look-ups that come while a query is under way wait for the next one,
 * so that none is ever answered by a query that began before it was asked: the answers are as fresh as single queries',
 * and under load their cost goes to nothing.
 *
 * @param load answers for the keys it is given, by the text of `textOf`; a key that is missing does not exist
 * @param textOf keys with the same text are the same key
 */
export function batchedLookup<Key, Value>(
	load: (keys: Key[]) => Promise<Map<string, Value>>,
	textOf: (key: Key) => string,
): (key: Key) => Promise<Value | undefined> {
	let waiting: Waiting<Key, Value>[] = [];
	let isLoading = false;

	async function loadBatch(batch: Waiting<Key, Value>[]): Promise<void> {
		try {
			const distinct = new Map(batch.map(({ key }) => [textOf(key), key]));
			const values = await load([...distinct.values()]);
			for (const { key, resolve } of batch) resolve(values.get(textOf(key)));
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
	}

	async function loadAll(): Promise<void> {
		isLoading = true;
		while (waiting.length > 0) {
			const batch = waiting;
			waiting = [];
			await loadBatch(batch);
		}
		isLoading = false;
	}

	return (key) =>
		new Promise((resolve, reject) => {
			waiting.push({ key, resolve, reject });
			if (!isLoading) void loadAll();
		});
}
