import { AsyncLocalStorage } from "node:async_hooks";
import type { BatchQueue } from "./batch-queue.ts";
import { defaultPatienceMs, endOf } from "./patience.ts";

interface Waiting<Item, Result> {
	item: Item;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

export interface BatchOptions<Item, Result> {
	/** Does the work for all items at once and returns the results in their order. */
	run: (items: Item[]) => Promise<Result[]>;
	/** Items in one batch at most. */
	maximumItems: number;
	/** Returns keys that an item claims. Two items with a common key never share a batch; the second waits for the next one. */
	claimsOf?: (item: Item) => readonly string[];
	/**
	 * Tells whether one item's fault failed the whole batch. Such a batch is halved until that item is alone. Any
	 * other error, such as a lost connection, may come after the work was done: it rejects the batch, and nothing is
	 * run twice. By default no error is an item's fault.
	 */
	isItemsFault?: (error: unknown) => boolean;
	/**
	 * The work only reads. A batch that hangs or fails is run once more, on another connection, and the first results count.
	 */
	isRead?: boolean;
	/** After this time the next batch starts although the previous one still runs. By default a second. */
	patienceMs?: number;
	/** A queue shared with batches of other kinds. Each slot runs up to two batches. By default there is no queue. */
	queue?: BatchQueue | undefined;
	/** Called with the size of each batch, before it runs. */
	onBatch?: ((items: number) => void) | undefined;
}

/**
 * Collects the calls of one turn of the event loop, or those made while a batch is in flight, into the next batch.
 * Under load batches grow and share the cost of a round trip; no timer delays a call.
 *
 * A batch that hangs delays later calls for a second. Batches belong to no caller, so they run in the asynchronous context in
 * which this function was called.
 *
 * A batch never serves calls made after it started, so its reads are as fresh as those of a separate call.
 *
 * @example const load = inBatches({ run: (ids) => selectAll(ids), maximumItems: 100 }); const [a, b] = await
 *   Promise.all([load(1), load(2)]);
 */
export function inBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
	const { queue, patienceMs = defaultPatienceMs } = options;
	const runInOwnContext = AsyncLocalStorage.snapshot();
	const waiting: Waiting<Item, Result>[] = [];
	let isRunning = false;

	/** Runs one batch, and one more with the calls made meanwhile: they waited as long as those that are next in the queue. */
	async function serveAndCatchUp(): Promise<void> {
		await endOf(serve(options, takeBatch(options, waiting)), patienceMs);
		await turnOfTheLoop();
		if (waiting.length > 0) await endOf(serve(options, takeBatch(options, waiting)), patienceMs);
	}

	async function runBatches(): Promise<void> {
		isRunning = true;
		while (waiting.length > 0) {
			await turnOfTheLoop();
			await (queue === undefined ? serveAndCatchUp() : queue.run(serveAndCatchUp, () => waiting.length));
		}
		isRunning = false;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			waiting.push({ item, resolve, reject });
			if (!isRunning) void runInOwnContext(runBatches);
			else queue?.grew();
		});
}

/** Takes the next batch off the queue, which is not empty. */
function takeBatch<Item, Result>(
	{ maximumItems, claimsOf }: BatchOptions<Item, Result>,
	waiting: Waiting<Item, Result>[],
): Waiting<Item, Result>[] {
	if (claimsOf === undefined) return waiting.splice(0, maximumItems);
	const claimed = new Set<string>();
	const batch: Waiting<Item, Result>[] = [];
	const left: Waiting<Item, Result>[] = [];
	for (const one of waiting.splice(0)) {
		const claims = claimsOf(one.item);
		const fits = batch.length < maximumItems && claims.every((claim) => !claimed.has(claim));
		if (fits) for (const claim of claims) claimed.add(claim);
		(fits ? batch : left).push(one);
	}
	waiting.push(...left);
	return batch;
}

/** Waits one turn of the event loop: callers that got results together make their next calls together. */
function turnOfTheLoop(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

async function serve<Item, Result>(options: BatchOptions<Item, Result>, batch: Waiting<Item, Result>[]): Promise<void> {
	try {
		options.onBatch?.(batch.length);
		const items = batch.map(({ item }) => item);
		const results = await (options.isRead ? runTwice(options, items) : options.run(items));
		if (results.length !== batch.length) throw new Error("A batch returned a different number of results.");
		// `serve` has checked that there is a result for each.
		for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
	} catch (error) {
		if (batch.length === 1 || !options.isItemsFault?.(error)) {
			for (const { reject } of batch) reject(error);
			return;
		}
		const half = Math.ceil(batch.length / 2);
		await serve(options, batch.slice(0, half));
		await serve(options, batch.slice(half));
	}
}

/** Runs a read, and once more if it hangs or fails. Returns the results of the run that has them first. */
async function runTwice<Item, Result>(
	{ run, patienceMs = defaultPatienceMs }: BatchOptions<Item, Result>,
	items: Item[],
): Promise<Result[]> {
	const first = run(items);
	let hasResults = false;
	const second = endOf(
		first.then(() => {
			hasResults = true;
		}),
		patienceMs,
	).then(() => (hasResults ? first : run(items)));
	try {
		return await Promise.any([first, second]);
	} catch {
		// Both failed; the second reason is the current one.
		return await second;
	}
}
