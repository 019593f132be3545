/** A piece of HTML: what a page or a mail is put together from. Text becomes one by `html` alone, which escapes it. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Value = string | number | Html | readonly Html[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * A template of HTML. Whatever is put into it is text, and is escaped for the inside of an element or of a quoted attribute
 * (rule X-31), unless it is `Html` itself.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(parts.reduce((text, part, index) => text + written(values[index - 1] ?? "") + part));
}

function written(value: Value): string {
	if (value instanceof Html) return value.text;
	if (typeof value === "object") return value.map(({ text }) => text).join("");
	return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
