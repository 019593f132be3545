/** Reads a filter that is not plain text, such as an amount. */
export interface FilterReader {
	/**
	 * Returns the typed value in the gateway's form; `undefined` when it is invalid. Never called with an empty text.
	 */
	read(text: string): string | undefined;
	/** The error shown for an invalid value. */
	advice: string;
}

/**
 * Reads the filters of a form, or of an address. Several values of one name are one list, as the gateway reads it.
 *
 * @returns the query as the address and the gateway write it, empty where nothing is filtered; and errors by filter name
 */
export function readFilters(
	filters: readonly { name: string; reader?: FilterReader }[],
	source: Pick<FormData | URLSearchParams, "getAll">,
): { query: Record<string, string>; problems: Record<string, string> } {
	const query: Record<string, string> = {};
	const problems: Record<string, string> = {};
	for (const { name, reader } of filters) {
		const text = source.getAll(name).map(String).filter(Boolean).join(",").trim();
		const read = reader === undefined || text === "" ? text : reader.read(text);
		if (read !== undefined) query[name] = read;
		else if (reader !== undefined) problems[name] = reader.advice;
	}
	return { query, problems };
}
