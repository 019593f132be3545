import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

function read(specifier: string): string {
	return readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");
}

/** The style sheet of a page: what every page shares, and then the page's own. */
export function readStyleSheet(own: URL): string {
	const shared = ["@cardseal/look/tokens.css", "@cardseal/look/base.css"].map(read);
	return [...shared, readFileSync(own, "utf8")].join("\n");
}

/** The seal, as SVG. */
export function readMark(): string {
	return read("@cardseal/look/mark.svg");
}
