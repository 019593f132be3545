const parts = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** A filtering proxy may take another key than JSON.parse (RFC 8259 §4). */
export function hasDuplicateKey(json: string): boolean {
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

/** Decodes keys: "a" may be written as "\u0061". */
function isNew(keys: Set<string> | undefined, text: string): boolean {
	return keys === undefined || keys.size < keys.add(JSON.parse(text)).size;
}
