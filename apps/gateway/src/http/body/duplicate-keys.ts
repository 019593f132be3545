/** The parts of a JSON text that tell where its keys are. Blanks, numbers and words between them do not matter. */
const parts = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/**
 * Whether an object in a JSON text has a key twice. JSON.parse takes the last one and says nothing, while whoever else
 * reads the same request, such as a proxy that filters, may take the first (RFC 8259 §4).
 *
 * @param json a text that JSON.parse has taken: of any other the answer means nothing
 */
export function hasDuplicateKey(json: string): boolean {
	/** The keys of each object around the current part; `undefined` stands for an array. */
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

/** Whether these keys did not hold the text's meaning yet, which they do then: "a" may be written as "\u0061". */
function isNew(keys: Set<string> | undefined, text: string): boolean {
	return keys === undefined || keys.size < keys.add(JSON.parse(text)).size;
}
