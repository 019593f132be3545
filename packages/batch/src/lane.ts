import { takingTurns } from "./in-turn.ts";

/** Where works go one at a time, whoever brings them. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Opens a lane for batches of several kinds. While one is under way the others grow, so that fewer and larger statements
 * do the same work, and no two of them are in each other's way in the database. A kind keeps the lane for two batches at
 * most, so each gets its turn.
 *
 * No work in a lane may wait for another one in it.
 *
 * @example
 * const lane = openLane();
 * const insert = inBatches({ run: insertAll, maximumItems: 200, lane });
 * const update = inBatches({ run: updateAll, maximumItems: 200, lane });
 */
export function openLane(): Lane {
	const inTurn = takingTurns();
	return (work) => inTurn("the only one", work);
}
