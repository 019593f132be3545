/** Reads a filter that is not plain text, such as an amount. */
export interface FilterReader {
	/** Returns the text in the gateway's form; `undefined` when it is invalid. Never called with an empty text. */
	read(text: string): string | undefined;
	advice: string;
}

/** Several values of one name are one list. Returns the query, empty where nothing is filtered, and errors by name. */
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
