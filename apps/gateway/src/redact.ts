import { unescape as decodePercent } from "node:querystring";
import { replaceCardNumbers } from "@cardseal/card";

/**
 * The names of fields whose values never reach a log line, however deep they stand, and also in JSON that somebody put
 * into a text: each level of quoting doubles the backslashes before a quote and adds one.
 */
const secretField =
	/"(?:card_number|cvv2|token|access_token|refresh_token|client_secret|authorization|password|code|transit_?number|institution_?number|account_?number)(\\*)"\s*:(?:\s|\\+[nrt])*/gi;

/** Leaves out the values of secret fields in a line of JSON: text, numbers, and whole objects and arrays. */
function withoutSecretFields(line: string): string {
	let result = "";
	let done = 0;
	for (const field of line.matchAll(secretField)) {
		// A secret in a value that is already left out.
		if (field.index < done) continue;
		const backslashes = field[1] ?? "";
		const start = field.index + field[0].length;
		result += `${line.slice(done, start)}${backslashes}"[redacted]${backslashes}"`;
		done = endOfValue(line, start, backslashes.length);
	}
	return result + line.slice(done);
}

/** What matters for where a value ends. Backslashes are looked at once for each run of them. */
const structure = /(?<!\\)(\\*)"|[[\]{},]/g;

/** How much deeper a bracket or comma leads. */
const depthOf: Record<string, number> = { "[": 1, "{": 1, "]": -1, "}": -1, ",": 0 };

/**
 * Where the JSON value ends that begins at `start`: before the comma or bracket behind it, or with the text around it,
 * should the value be cut off there.
 *
 * @param backslashes how many stand before the quotes of this value: 0, or 1, 3, 7… inside texts inside texts
 */
function endOfValue(line: string, start: number, backslashes: number): number {
	let isInText = false;
	let depth = 0;
	structure.lastIndex = start;
	for (let sign = structure.exec(line); sign !== null; sign = structure.exec(line)) {
		const kind = kindOf(sign, backslashes);
		if (kind === "outer quote") return sign.index;
		if (kind === "quote") isInText = !isInText;
		if (kind !== "bracket" || isInText) continue;
		depth += depthOf[sign[0]] ?? 0;
		if (depth < 0 || (depth === 0 && sign[0] === ",")) return sign.index;
	}
	return line.length;
}

/** Tells the quotes around the value's texts from those in them, and from the one that ends the text around the value. */
function kindOf([, before]: RegExpExecArray, backslashes: number): "bracket" | "quote" | "inner quote" | "outer quote" {
	if (before === undefined) return "bracket";
	// A backslash around the value comes as so many of them, and one in its texts as twice as many.
	const together = backslashes + 1;
	if (before.length % together !== backslashes) return "outer quote";
	return before.length % (2 * together) === backslashes ? "quote" : "inner quote";
}

/** What may be written otherwise than it is, or come back from a search as a sign that JSON has to escape. */
const unlikeItself = /[\\%\x80-\uFFFF]/;

/** Octets as addresses and forms write them: a card number may come in the path of a request. */
const encodedOctets = /(?:%[0-9A-F]{2})+/gi;

const unseen = String.raw`[\p{Cf}\p{M}]*`;
const plainSign = String.raw`(?:[xX\uFF38\uFF58]|[^\p{L}\p{N}\p{M}\p{Cf}\\"])`;
/** A quote counts as escaped behind an odd number of backslashes only: behind an even one it ends the text. */
const escapedSign = String.raw`(?:(?:\\\\)*\\"|\\+(?!\\)(?:u[0-9a-fA-F]{4}|[bfnrt])?)`;

/** A digit and up to five signs behind it, before another one, which JSON has escaped once or in texts inside texts. */
const escapedSigns = new RegExp(
	String.raw`(\p{N}${unseen})(?=(?:${plainSign}${unseen}){0,4}\\)(?:(?:${plainSign}|${escapedSign})${unseen}){1,5}(?=\p{N})`,
	"gu",
);

/** Signs that JSON writes with digits, which are not to be taken for a number's. */
const escapesOfDigits = /(?<!\\)\\+u[0-9a-fA-F]{4}/g;

/** A text as somebody reads it whose program has decoded the octets. */
function decodeOctets(text: string): string {
	return text.replace(encodedOctets, decodePercent);
}

/** JSON, or a text with JSON in it, without the escapes between two digits: never with half an escape or quote. */
function decodeSigns(text: string): string {
	return text.replace(escapedSigns, "$1 ");
}

function decodeEscapes(text: string): string {
	return decodeSigns(text).replace(escapesOfDigits, " ");
}

/**
 * What a card token or one of our secrets looks like. Each beginning is looked at for a bounded number of signs, or
 * once in each word: text is searched here that anybody may send.
 */
const secretLike =
	/ct1[\w-]{100,}|lk1[\w-]{60,}|sk(?:test|live)[A-Za-z0-9]{20,}|(?<![\w-])(?=[\w-]+\.[\w-]+\.[\w-])[\w-]*?eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g;

type Reading = (text: string) => string;

const asItStands: Reading = (text) => text;

/** What looks encoded may be so or not, so it is read both ways. */
const readings = [asItStands, decodeOctets].flatMap((octets) =>
	[asItStands, decodeSigns, decodeEscapes].map(
		(escapes): Reading =>
			(text) =>
				escapes(octets(text)),
	),
);

/** Replaces whatever may be a card number, a card token or a credential in a text, as it stands or encoded in it. */
export function redact(text: string): string {
	if (!unlikeItself.test(text)) return withoutCardNumbers(text, asItStands).replace(secretLike, "[secret]");
	return readings.reduce(withoutCardNumbers, redactQuoted(text)).replace(secretLike, "[secret]");
}

/** The text, where it holds no card number as it is read so; otherwise what was read, without its numbers. */
function withoutCardNumbers(text: string, read: Reading): string {
	const reading = read(text);
	const replaced = replaceCardNumbers(reading, "[card number]");
	return replaced === reading ? text : replaced;
}

const quoted = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Redacts each text that stands in JSON, in whatever stands around that, as the text is and not as JSON shows it. */
function redactQuoted(text: string): string {
	return text.replace(quoted, (json) => {
		const inner = unlikeItself.test(json) ? parseText(json) : undefined;
		if (inner === undefined) return json;
		const redacted = redact(inner);
		return redacted === inner ? json : JSON.stringify(redacted);
	});
}

/** `undefined` for what only looks like a text in JSON. */
function parseText(json: string): string | undefined {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/** Signs that a search for disguised digits would give back as quotes and backslashes (NFKC). */
const disguisedQuotes = /[\uFF02\uFF3C\uFE68]/g;

/** As somebody reads a line from one of its texts into the next; what is left of it is JSON still. */
function readLine(line: string): string {
	return decodeEscapes(line.replace(disguisedQuotes, " "));
}

/**
 * Leaves out of a finished line of the log the values of secret fields and whatever else may be secret, in each text and
 * then in what several texts hold together. It stays JSON.
 */
export function redactLine(line: string): string {
	const remaining = withoutSecretFields(line);
	// Most lines show everything as it is, and this is done once for each request.
	if (!unlikeItself.test(remaining)) return redact(remaining);
	return withoutCardNumbers(redactQuoted(remaining), readLine).replace(secretLike, "[secret]");
}
