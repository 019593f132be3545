/** How a filter is read that is more than a text: an amount, say. */
export interface FilterReader {
	/** What was typed, as the gateway writes it; `undefined` when it is not understood. Never asked about nothing. */
	read(text: string): string | undefined;
	/** What to type instead. */
	advice: string;
}

/** By the names of the filters. One without a reader goes as it was typed. */
export type FilterReaders = Readonly<Record<string, FilterReader>>;

export interface ReadFilters {
	/** As the address and the gateway write them; empty where nothing is filtered. */
	query: Record<string, string>;
	/** What to type instead of what was not understood, by the names of the filters. */
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
