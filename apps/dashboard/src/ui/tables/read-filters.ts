/** Reads a filter that is not plain text, such as an amount. */
export interface FilterReader {
	/**
	 * Returns the typed value in the gateway's form; `undefined` when it is invalid. Never called with an empty text.
	 */
	read(text: string): string | undefined;
	/** The error shown for an invalid value. */
	advice: string;
}

export type FilterReaders = Record<string, FilterReader>;

export interface ReadFilters {
	/** As the address and the gateway write them; empty where nothing is filtered. */
	query: Record<string, string>;
	/** Errors by filter name. */
	problems: Record<string, string>;
}

/** Reads the filters of a form, or of an address. Several values of one name are one list, as the gateway reads it. */
export function readFilters(
	names: readonly string[],
	source: Pick<FormData | URLSearchParams, "getAll">,
	readers: FilterReaders,
): ReadFilters {
	const query: Record<string, string> = {};
	const problems: Record<string, string> = {};
	for (const name of names) {
		const text = source.getAll(name).map(String).filter(Boolean).join(",").trim();
		const reader = readers[name];
		const read = reader === undefined || text === "" ? text : reader.read(text);
		if (read !== undefined) query[name] = read;
		else if (reader !== undefined) problems[name] = reader.advice;
	}
	return { query, problems };
}
