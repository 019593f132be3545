export interface Position {
	createdAt: number;
	id: number;
}

export interface PageRequest {
	limit: number;
	beyond: { direction: "before" | "after"; position: Position } | undefined;
}

export interface Cursors {
	before: string;
	after: string;
}

/** @param found up to `limit + 1` rows, nearest first */
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
	// A cursor comes from a row on the other side.
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
