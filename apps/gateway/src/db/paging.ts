/** Where a row stands in a list: newest first, ids decide among equal times. */
export interface Position {
	/** ms since 1970 */
	createdAt: number;
	id: number;
}

/** What a list is asked for: rows beyond a position, or its newest ones. */
export interface PageRequest {
	limit: number;
	beyond: { direction: "before" | "after"; position: Position } | undefined;
}

/** Texts that lead to the pages around one; empty where there is nothing that way. */
export interface Cursors {
	before: string;
	after: string;
}

/**
 * The rows of a page and the cursors around them.
 *
 * @param found up to `limit + 1` rows as the query found them, nearest to the position first: the one too many tells
 * that there is more that way
 */
export function pageOf<Row>(
	found: Row[],
	{ limit, beyond }: PageRequest,
	cursorOf: (row: Row) => string,
): { rows: Row[]; cursors: Cursors } {
	const hasMore = found.length > limit;
	const isBackwards = beyond?.direction === "before";
	const nearest = found.slice(0, limit);
	const rows = isBackwards ? nearest.reverse() : nearest;
	const [newest] = rows;
	const oldest = rows.at(-1);
	// Whoever came here by a cursor came from a row on the other side, so there is something that way.
	const hasNewer = isBackwards ? hasMore : beyond !== undefined;
	const hasOlder = isBackwards || hasMore;
	return {
		rows,
		cursors: {
			before: hasNewer && newest !== undefined ? cursorOf(newest) : "",
			after: hasOlder && oldest !== undefined ? cursorOf(oldest) : "",
		},
	};
}
