/** The parts of a JSON text that show where its keys are. Everything between them is irrelevant. */
const parts = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/**
 * Returns whether an object in a JSON text has a key twice (RFC 8259 §4). JSON.parse takes the last one without a word,
 * while a filtering proxy may take the first.
 *
 * @param json a text that JSON.parse accepted; the result for any other text is meaningless
 */
export function hasDuplicateKey(json: string): boolean {
	/** The keys of each enclosing object; `undefined` for an array. */
	const around: (Set<string> | undefined)[] = [];
	let before = "";
	for (const [part] of json.matchAll(parts)) {
		const mayBeKey = before === "{" || before === ",";
		before = part;
		if (part === "{") around.push(new Set());
		else if (part === "[") around.push(undefined);
		else if (part === "}" || part === "]") around.pop();
		else if (mayBeKey && part !== "," && !isNew(around.at(-1), part)) return true;
	}
	return false;
}

/** Adds a key and returns whether it is new. Compares decoded keys, as "a" may also be written as "\u0061". */
function isNew(keys: Set<string> | undefined, text: string): boolean {
	return keys === undefined || keys.size < keys.add(JSON.parse(text)).size;
}
