/** Far more than a form of some fields. */
const longestPage = 64 * 1024;

/** Elements around a form that submits itself; what is in the first two is not read. */
const unread = new Set(["script", "style", "title"]);
const allowed = new Set([...unread, "html", "head", "body", "meta", "noscript", "form", "input"]);

const attribute = /\s+([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gy;
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/iy;

export interface ChallengeForm {
	url: string;
	method: "POST";
	fields: Record<string, string>;
}

/**
 * Reads Bambora's page, URL-encoded, that posts one form to the bank. The page itself is never shown.
 *
 * @returns `undefined` for anything but one form with hidden fields
 */
export function challengeFormIn(contents: string): ChallengeForm | undefined {
	const page = decoded(contents);
	const tags = page === undefined ? undefined : tagsIn(page);
	if (tags === undefined) return undefined;
	const [form, ...others] = tags.filter(({ name, isEnd }) => name === "form" && !isEnd);
	if (form === undefined || others.length > 0) return undefined;
	const { action = "", method = "" } = form.attributes;
	const isBank = URL.canParse(action) && /^https?:$/.test(new URL(action).protocol);
	const fields = fieldsOf(tags.filter(({ name }) => name === "input"));
	if (!isBank || method.toLowerCase() !== "post" || fields === undefined) return undefined;
	return { url: action, method: "POST", fields };
}

function fieldsOf(inputs: Tag[]): Record<string, string> | undefined {
	const fields = new Map<string, string>();
	for (const { attributes } of inputs) {
		const { type = "", name: field = "", value = "" } = attributes;
		// The button of browsers without scripts.
		if (type.toLowerCase() === "submit" && field === "") continue;
		if (type.toLowerCase() !== "hidden" || field === "" || fields.has(field)) return undefined;
		fields.set(field, value);
	}
	return Object.fromEntries(fields);
}

function decoded(contents: string): string | undefined {
	if (contents.length > longestPage) return undefined;
	if (contents.includes("<")) return contents;
	try {
		return decodeURIComponent(contents.replaceAll("+", " "));
	} catch {
		return undefined;
	}
}

interface Tag {
	name: string;
	isEnd: boolean;
	attributes: Record<string, string>;
}

/** Returns `undefined` for a page with other elements, or with text. */
function tagsIn(page: string): Tag[] | undefined {
	const tags: Tag[] = [];
	let rest = page
		.trimStart()
		.replace(/^<!doctype html>/i, "")
		.trimStart();
	while (rest !== "") {
		tag.lastIndex = 0;
		const [whole, end, word = "", attributes = ""] = tag.exec(rest) ?? [];
		const name = word.toLowerCase();
		if (whole === undefined || !allowed.has(name)) return undefined;
		rest = rest.slice(whole.length);
		if (unread.has(name) && end === "") {
			const length = rest.search(new RegExp(`</${name}\\s*>`, "i"));
			if (length === -1) return undefined;
			rest = rest.slice(length);
		}
		rest = rest.trimStart();
		tags.push({ name, isEnd: end === "/", attributes: attributesIn(attributes) });
	}
	return tags;
}

function attributesIn(text: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (const [, name = "", double, single, bare] of text.matchAll(attribute)) {
		found[name.toLowerCase()] ??= unescaped(double ?? single ?? bare ?? "");
	}
	return found;
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

function unescaped(value: string): string {
	return value.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
		if (name !== undefined) return entities[name] ?? whole;
		const code = Number.parseInt(decimal ?? hexadecimal, decimal === undefined ? 16 : 10);
		return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
	});
}
