import { isLookupId } from "./ids.ts";
import { notFound } from "./problem.ts";

/** @throws Problem 404, the same for an unknown and a malformed id */
export async function getFound<Row>(
	what: Parameters<typeof notFound>[0],
	lookupId: string,
	find: () => Promise<Row | undefined>,
): Promise<Row> {
	const found = isLookupId(lookupId) ? await find() : undefined;
	if (found === undefined) throw notFound(what);
	return found;
}
