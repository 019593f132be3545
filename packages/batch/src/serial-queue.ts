/** Where works take turns, whoever brings them. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

const defaultPatienceMs = 1_000;

/**
 * Opens a lane for batches of several kinds, in which one work is under way at a time. The others' batches grow meanwhile,
 * so that fewer and larger statements do the same work, and no two of them are in each other's way in the database.
 *
 * A work that takes longer than `patienceMs` holds up nobody any more: the next one begins beside it. So a
 * statement that hangs keeps its own kind waiting, and the other kinds for so long only.
 *
 * @example
 * const lane = createSerialQueue();
 * const insert = inBatches({ run: insertAll, maximumItems: 200, lane });
 * const update = inBatches({ run: updateAll, maximumItems: 200, lane });
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

/** When `work` has ended, well or badly, or has taken too long. */
function endOf(work: Promise<unknown>, patienceMs: number): Promise<void> {
	return new Promise((goOn) => {
		const timer = setTimeout(goOn, patienceMs);
		const end = () => {
			clearTimeout(timer);
			goOn();
		};
		work.then(end, end);
	});
}
