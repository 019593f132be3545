interface Waiting<Item, Result> {
	item: Item;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

export interface BatchOptions<Item, Result> {
	/** Does the work for all of `items` at once and answers in their order. */
	run: (items: Item[]) => Promise<Result[]>;
	/** Items in one batch at most. */
	maximumItems: number;
	/** Batches under way at once at most. One at a time makes them largest. */
	maximumBatches?: number;
}

/**
 * Collects calls that come while a batch is under way into the next one. A call alone runs at once; under load a batch
 * grows to whatever came meanwhile, so that the cost of a round trip is shared and nothing ever waits for a timer.
 *
 * No call is served by a batch that began before it came: what a batch reads is as fresh as a call of its own would be.
 * When a batch of several fails, each of its items is run alone, so that one bad item fails by itself. `run` must
 * therefore do all of a batch or nothing, as one database statement does.
 *
 * @example
 * const load = inBatches({ run: (ids) => selectAll(ids), maximumItems: 100 });
 * const [a, b] = await Promise.all([load(1), load(2)]);
 */
export function inBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
	const { run, maximumItems, maximumBatches = 1 } = options;
	const waiting: Waiting<Item, Result>[] = [];
	let underWay = 0;

	async function runBatches(): Promise<void> {
		underWay++;
		while (waiting.length > 0) await settleBatch(run, waiting.splice(0, maximumItems));
		underWay--;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			waiting.push({ item, resolve, reject });
			if (underWay < maximumBatches) void runBatches();
		});
}

async function settleBatch<Item, Result>(
	run: (items: Item[]) => Promise<Result[]>,
	batch: Waiting<Item, Result>[],
): Promise<void> {
	try {
		const results = await run(batch.map(({ item }) => item));
		if (results.length !== batch.length) throw new Error("A batch was answered with another number of results.");
		// Proved by the line before: there is a result for each.
		for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
	} catch (error) {
		const [only, ...others] = batch;
		if (only !== undefined && others.length === 0) return only.reject(error);
		await Promise.all(batch.map((one) => settleBatch(run, [one])));
	}
}
