import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

function read(specifier: string): string {
	return readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");
}

export function readStyleSheet(own: URL): string {
	const shared = ["@cardseal/ui/tokens.css", "@cardseal/ui/base.css"].map(read);
	return [...shared, readFileSync(own, "utf8")].join("\n");
}

export function readMark(): string {
	return read("@cardseal/ui/mark.svg");
}
