export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

const defaultPatienceMs = 1_000;

/**
 * Creates a queue that runs one piece of work at a time. Batches of other kinds grow meanwhile, so that fewer and larger
 * statements do the work without contending in the database.
 *
 * After `patienceMs` the next work starts even if the previous one still runs: a hanging statement delays other kinds only that
 * long.
 *
 * @example
 * const queue = createSerialQueue();
 * const insert = inBatches({ run: insertAll, maximumItems: 200, queue });
 * const update = inBatches({ run: updateAll, maximumItems: 200, queue });
 */
export function createSerialQueue(patienceMs = defaultPatienceMs): SerialQueue {
	let before = Promise.resolve();
	return (work) =>
		new Promise((answer) => {
			before = before.then(() => {
				const result = work();
				answer(result);
				return endOf(result, patienceMs);
			});
		});
}

/** Resolves when `work` has ended or failed, or after `patienceMs`. */
function endOf(work: Promise<unknown>, patienceMs: number): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, patienceMs);
		const end = () => {
			clearTimeout(timer);
			resolve();
		};
		work.then(end, end);
	});
}
