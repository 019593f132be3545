import { defaultPatienceMs, endOf } from "./patience.ts";

export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

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
