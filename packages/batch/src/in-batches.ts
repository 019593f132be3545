import type { SerialQueue } from "./serial-queue.ts";

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
	/**
	 * What an item claims for itself alone: an item that claims what another one of its batch has claimed waits for the next
	 * batch, and holds up nobody else. So `run` decides about no two items that exclude each other.
	 */
	claimsOf?: (item: Item) => readonly string[];
	/**
	 * Whether an error of `run` says that nothing of the batch was done because of one of its items. Such a batch is
	 * halved until that item stands alone. Any other error, such as a lost connection, may have come after the work was
	 * done: it rejects all of the batch, and nothing is run twice. By default every error is of that other kind.
	 */
	isItemsFault?: (error: unknown) => boolean;
	/**
	 * Where its batches take turns with those of other kinds: two of them at each turn, of which one that is halved counts as
	 * one. By default a kind waits for itself alone.
	 */
	lane?: SerialQueue | undefined;
}

/**
 * Collects calls that come in one turn of the event loop, or while a batch of theirs or in their lane is under way, into the
 * next one. Under load a batch grows to whatever came meanwhile, so that the cost of a round trip is shared; nothing ever
 * waits for a timer.
 *
 * No call is served by a batch that began before it came: what a batch reads is as fresh as a call of its own would be.
 *
 * @example
 * const load = inBatches({ run: (ids) => selectAll(ids), maximumItems: 100 });
 * const [a, b] = await Promise.all([load(1), load(2)]);
 */
export function inBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
	const { lane: inQueue = atOnce } = options;
	const waiting: Waiting<Item, Result>[] = [];
	let isRunning = false;

	/** A turn: one batch, and one more for those who came meanwhile, so that all of them go on together. */
	async function serveAndCatchUp(): Promise<void> {
		await serve(options, takeBatch(options, waiting));
		await turnOfTheLoop();
		if (waiting.length > 0) await serve(options, takeBatch(options, waiting));
	}

	async function runBatches(): Promise<void> {
		isRunning = true;
		while (waiting.length > 0) {
			await turnOfTheLoop();
			await inQueue(serveAndCatchUp);
		}
		isRunning = false;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			waiting.push({ item, resolve, reject });
			if (!isRunning) void runBatches();
		});
}

const atOnce: SerialQueue = (work) => work();

/** Takes the next batch off the queue, of which there is at least one item. */
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

/** Until what is ready now has run: callers who were answered together make their next calls together. */
function turnOfTheLoop(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

async function serve<Item, Result>(options: BatchOptions<Item, Result>, batch: Waiting<Item, Result>[]): Promise<void> {
	try {
		const results = await options.run(batch.map(({ item }) => item));
		if (results.length !== batch.length) throw new Error("A batch was answered with another number of results.");
		// Proved by the line before: there is a result for each.
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
