import { unescape as decodePercent } from "node:querystring";
import { replaceCardNumbers } from "@cardseal/card";
import { type DestinationStream, type Logger, pino } from "pino";

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

/**
 * An error's `code` says what went wrong ("ECONNREFUSED", an SQL state), so it gets a name that nothing redacts: a `code`
 * elsewhere may be one of the authorization service. PostgreSQL's `detail` and `where` repeat the values of whole rows
 * ("Failing row contains (…)") with their customers' names and addresses, so they stay out.
 */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const { code, detail: _row, where: _values, ...rest } = pino.stdSerializers.err(error);
	return code === undefined ? rest : { ...rest, error_code: code };
}

/** Octets as addresses and forms write them: a card number may come in the path of a request. */
const encodedOctets = /(?:%[0-9A-F]{2})+/gi;

/**
 * Up to five signs between two digits that JSON has to escape, once or in texts inside texts, or others among them. A
 * quote counts as escaped behind an odd number of backslashes only: behind an even one it ends the text.
 */
const escapedSigns =
	/(?<=\p{N})(?=(?:[xX]|[^\p{L}\p{N}\\"]){0,4}\\)(?:[xX]|[^\p{L}\p{N}\\"]|(?:\\\\)*\\"|\\+(?!\\)(?:u[0-9a-f]{4}|[bfnrt])?){1,5}(?=\p{N})/gu;

/** Signs that JSON writes with digits, which are not to be taken for a number's. */
const escapesOfDigits = /(?<!\\)\\+u[0-9a-f]{4}/g;

/** A text as somebody reads it whose program has decoded it, and never with a quote more or less than before. */
function decode(text: string): string {
	return text
		.replace(encodedOctets, (octets) => decodePercent(octets).replace(/["\\\p{Cc}]/gu, " "))
		.replace(escapedSigns, " ")
		.replace(escapesOfDigits, " ");
}

function withoutCardNumbers(text: string): string {
	const decoded = decode(text);
	const replaced = replaceCardNumbers(decoded, "[card number]");
	return replaced === decoded ? text : replaced;
}

/**
 * What a card token or one of our secrets looks like. Each beginning is looked at for a bounded number of signs, or
 * once in each word: text is searched here that anybody may send.
 */
const secretLike =
	/ct1[\w-]{100,}|lk1[\w-]{60,}|sk(?:test|live)[A-Za-z0-9]{20,}|(?<![\w-])(?=[\w-]+\.[\w-]+\.[\w-])[\w-]*?eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g;

/** Replaces whatever may be a card number, a card token or a credential in a finished line of text. */
export function redact(text: string): string {
	return withoutCardNumbers(text).replace(secretLike, "[secret]");
}

export interface LogOptions {
	level: string;
	/** Where lines go; standard output by default. */
	destination?: DestinationStream;
}

/** A turn of the event loop that has more than this to say says it in several writes. */
const batchBytes = 8 * 1024;

/**
 * Standard output, with one write for all lines of a turn of the event loop instead of one for each. The write itself
 * waits until it is done: what a thread were still writing at an exit or a crash would be lost.
 */
function standardOutput(): DestinationStream {
	const output = pino.destination({ sync: true, minLength: batchBytes });
	let isFlushing = false;
	const flush = () => {
		isFlushing = false;
		output.flush();
	};
	// Also after an exception that nobody caught.
	process.once("exit", () => output.flushSync());
	return {
		write(line) {
			output.write(line);
			if (!isFlushing) setImmediate(flush);
			isFlushing = true;
		},
	};
}

/**
 * The gateway's log: a JSON line an event. Secrets are left out of the finished line by the names of their fields and by
 * their looks, which also catches what sits inside messages, URLs and errors of libraries (rule P-08).
 */
export function createLog({ level, destination = standardOutput() }: LogOptions): Logger {
	const options = {
		level,
		base: null,
		// In words rather than in milliseconds: those would look like a card number to other people's scanners.
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: describeError },
		hooks: { streamWrite: (line: string) => redact(withoutSecretFields(line)) },
	};
	return pino(options, destination);
}
