import { expect, type Frame, type Page, type Response } from "@playwright/test";
import * as en from "../../../apps/dashboard/src/locale/en/index.ts";
import * as fr from "../../../apps/dashboard/src/locale/fr/index.ts";
import { pageWords } from "../../../packages/identity/src/staff/pages/words.ts";
import { englishWords, sentencesOf } from "../../fixtures/french.ts";

/** What merchants, staff and payers write, in the JSON of the web application. */
const written = new Set([
	...[
		"first_name",
		"last_name",
		"name",
		"company",
		"email",
		"label",
		"business_name",
		"client_name",
		"actor",
		"subject",
	],
	...["description", "invoice", "url", "statement_descriptor"],
]);

const french = new Set([...Object.values(sentencesOf(fr)), ...Object.values(sentencesOf(pageWords.fr))]);

/** The texts of several words in the English catalogues that French does not have. */
const english = new Set(
	[...Object.values(sentencesOf(en)), ...Object.values(sentencesOf(pageWords.en))].filter(
		(text) => text.includes(" ") && !french.has(text),
	),
);

/** Names of events, and of time zones. */
const identifier = /^(?:[a-z_]+\.[a-z_]+|[A-Z][a-z]+\/[\w /-]+)$/;

/** Finds English on French pages, except what people wrote, code, and the names of products. */
export class FrenchReader {
	readonly #page: Page;
	readonly #names: Set<string>;
	readonly #answers = new Set<Promise<void>>();

	/** @param names texts that are alike in every language */
	constructor(page: Page, names: readonly string[]) {
		this.#page = page;
		this.#names = new Set(["Maple & Main", ...names]);
		page.on("response", (response) => void this.#answers.add(this.#readNames(response)));
	}

	async #readNames(response: Response): Promise<void> {
		if (!response.url().includes("/app/api/")) return;
		const answer = await response.json().catch(() => null);
		const read = (value: unknown, key = ""): void => {
			if (typeof value === "string" && written.has(key) && value !== "") this.#names.add(value);
			if (typeof value !== "object" || value === null) return;
			for (const [inner, one] of Object.entries(value)) read(one, Array.isArray(value) ? key : inner);
		};
		read(answer);
	}

	async expectFrench(state: string): Promise<void> {
		await expect(this.#page.locator("html")).toHaveAttribute("lang", /^fr/);
		await Promise.all(this.#answers);
		this.#answers.clear();
		const frames = this.#page.frames().filter((frame) => frame.url().startsWith("http"));
		const texts = (await Promise.all(frames.map(textsOf))).flat();
		const names = [...this.#names].sort((one, other) => other.length - one.length);
		const found = new Set(
			texts.filter((text) => {
				const others = names.reduce((left, name) => left.replaceAll(name, " "), text);
				return !identifier.test(text) && (english.has(text) || englishWords.test(others));
			}),
		);
		expect.soft([...found], `English in “${state}”`).toEqual([]);
	}
}

/** Returns every text in a frame, hidden ones included, and every label that is read aloud. */
function textsOf(frame: Frame): Promise<string[]> {
	return frame.evaluate(() => {
		const apart = "script, noscript, style, template, code, pre, [translate=no], [lang=en]";
		const labels = ["aria-label", "placeholder", "title", "alt"];
		const elements = [...document.querySelectorAll("*")].filter((element) => element.closest(apart) === null);
		// A long name is in parts, between which it may break.
		const partsOf = (element: Element): string[] => {
			if (element.matches(".words")) return [element.textContent ?? ""];
			if (element.closest(".words") !== null) return [];
			return [...element.childNodes].map((node) => (node instanceof Text ? node.data : ""));
		};
		const texts = elements.flatMap((element) => [
			...partsOf(element),
			...labels.map((label) => element.getAttribute(label) ?? ""),
		]);
		return texts.map((text) => text.trim()).filter((text) => text !== "");
	});
}
