import type { CheckResult } from "@cardseal/vault";

export function at(value: unknown, ...path: (string | number)[]): unknown {
	let inner = value;
	for (const key of path) {
		if (typeof inner !== "object" || inner === null) return undefined;
		inner = (inner as Record<string | number, unknown>)[key];
	}
	return inner;
}

/** Returns a text or a number as text; `undefined` for anything else, and for an empty text. */
export function textAt(value: unknown, ...path: (string | number)[]): string | undefined {
	const found = at(value, ...path);
	if (typeof found === "number") return String(found);
	return typeof found === "string" && found !== "" ? found : undefined;
}

/** An id or a code, unlike a repeated request, has up to 80 characters without spaces and brackets. */
export function wordAt(value: unknown, ...path: (string | number)[]): string | undefined {
	const text = textAt(value, ...path);
	return text !== undefined && /^[\w.:+/=-]{1,80}$/.test(text) ? text : undefined;
}

export function centsAt(value: unknown, ...path: (string | number)[]): number | undefined {
	const found = at(value, ...path);
	return typeof found === "number" && Number.isSafeInteger(found) ? found : undefined;
}

/** Returns whole cents of an amount in dollars, such as 12.3 or "12.30". */
export function centsOfDollars(text: string | undefined): number | undefined {
	const [, dollars, cents = ""] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text ?? "") ?? [];
	return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}

/** The networks' letters for comparisons of the address. */
const avsLetters: Readonly<Record<string, CheckResult>> = {
	...{ D: "MATCH", F: "MATCH", M: "MATCH", X: "MATCH", Y: "MATCH" },
	...{ A: "PARTIAL", B: "PARTIAL", P: "PARTIAL", W: "PARTIAL", Z: "PARTIAL" },
	N: "NO_MATCH",
};

export function avsOfLetter(letter: string | undefined): CheckResult | undefined {
	return letter === undefined ? undefined : (avsLetters[letter] ?? "NOT_CHECKED");
}

export function cvvOfLetter(letter: string | undefined): CheckResult | undefined {
	if (letter === undefined) return undefined;
	if (letter === "M" || letter === "Y") return "MATCH";
	return letter === "N" ? "NO_MATCH" : "NOT_CHECKED";
}
