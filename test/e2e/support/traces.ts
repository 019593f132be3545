import type { Page, Request } from "@playwright/test";

/** A published test number that no page shows, so every digit sequence of it that is found was typed here. */
export const marked = { number: "378282246310005", expiry: "0931", securityCode: "7391" };

/** Any six consecutive digits of the number, and the code as a separate word. The last four are shown on purpose. */
const tracesOfNumber = Array.from({ length: marked.number.length - 5 }, (_, at) => marked.number.slice(at, at + 6));
const traceOfCode = new RegExp(`(?<![0-9A-Za-z+/=-])${marked.securityCode}(?![0-9A-Za-z+/=-])`);

/** Returns the traces of the marked card in a text. */
export function tracesIn(text: string): string[] {
	const digitsTogether = text.replaceAll(/(?<=\d)[ -](?=\d)/g, "");
	const found = tracesOfNumber.filter((trace) => digitsTogether.includes(trace));
	return traceOfCode.test(text) ? [...found, "the security code"] : found;
}

/** Returns everything of a page that another script, person or program could read. */
export async function readEverything(page: Page): Promise<string> {
	return page.evaluate(async () => {
		const inputs = [...document.querySelectorAll("input")].map(({ value }) => value);
		const databases = await indexedDB.databases();
		const caches = await globalThis.caches.keys();
		return JSON.stringify([
			document.documentElement.outerHTML,
			inputs,
			location.href,
			history.state,
			document.cookie,
			Object.entries(localStorage),
			Object.entries(sessionStorage),
			databases,
			caches,
			window.name,
		]);
	});
}

/** Returns all network-visible parts of a request. */
export function wordsOf(request: Request): string {
	return [request.url(), request.postData() ?? "", JSON.stringify(request.headers())].join("\n");
}
