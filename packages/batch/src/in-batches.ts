import { AsyncLocalStorage } from "node:async_hooks";
import type { BatchQueue } from "./batch-queue.ts";
import { defaultPatienceMs, endOf } from "./patience.ts";

interface Waiting<Item, Result> {
	item: Item;
	resolve: (result: Result) => void;
	reject: (error: unknown) => void;
}

export interface BatchOptions<Item, Result> {
	run: (items: Item[]) => Promise<Result[]>;
	maximumItems: number;
	/** Items with a common key never share a batch. */
	claimsOf?: (item: Item) => readonly string[];
	/** The batch is halved until the item is alone. After other errors the work may be done. */
	isItemsFault?: (error: unknown) => boolean;
	/** Runs once more if it hangs or fails. */
	isRead?: boolean;
	/** The next batch then starts in any case. Default: 1,000. */
	patienceMs?: number;
	queue?: BatchQueue | undefined;
	onBatch?: ((items: number) => void) | undefined;
}

/** Batches calls of one turn of the event loop, or made during a batch. Reads are fresh. */
export function inBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
	const { queue, patienceMs = defaultPatienceMs } = options;
	const runInOwnContext = AsyncLocalStorage.snapshot();
	const waiting: Waiting<Item, Result>[] = [];
	let isRunning = false;

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

function turnOfTheLoop(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

async function serve<Item, Result>(options: BatchOptions<Item, Result>, batch: Waiting<Item, Result>[]): Promise<void> {
	try {
		options.onBatch?.(batch.length);
		const items = batch.map(({ item }) => item);
		const results = await (options.isRead ? runTwice(options, items) : options.run(items));
		if (results.length !== batch.length) throw new Error("A batch returned a different number of results.");
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
		return await second;
	}
}
