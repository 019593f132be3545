import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

function read(specifier: string): string {
	return readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");
}

/** Returns the style sheet of a page: the shared styles, followed by the page's own. */
export function readStyleSheet(own: URL): string {
	const shared = ["@cardseal/ui/tokens.css", "@cardseal/ui/base.css"].map(read);
	return [...shared, readFileSync(own, "utf8")].join("\n");
}

/** Returns the Cardseal mark as SVG. */
export function readMark(): string {
	return read("@cardseal/ui/mark.svg");
}
