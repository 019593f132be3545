/** The language whose words are in the form's script. */
const builtIn = "en";

const writtenFromRight = new Set(["ar", "he", "fa", "ur"]);

/**
 * The language that a form begins in: the nearest one there is to a BCP 47 tag, from its longest beginning to its first
 * part (RFC 4647, §3.4), otherwise English.
 */
export function chooseLanguage(tag: string, available: Iterable<string>): string {
	const byLowerCase = new Map([builtIn, ...available].map((language) => [language.toLowerCase(), language]));
	const parts = tag.toLowerCase().split(/[-_]/);
	for (let length = parts.length; length > 0; length--) {
		const found = byLowerCase.get(parts.slice(0, length).join("-"));
		if (found !== undefined) return found;
	}
	return builtIn;
}

/** For the `dir` attribute. */
export function directionOf(language: string): "ltr" | "rtl" {
	const [base = ""] = language.split("-");
	return writtenFromRight.has(base) ? "rtl" : "ltr";
}
