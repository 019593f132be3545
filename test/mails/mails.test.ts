import { describe, expect, test } from "vitest";
import { elements, visibleText } from "../fixtures/mail/mail-html.ts";
import { everyMail } from "./mails.ts";

// The texts are meant to be read: a person who reads the language checks a changed file.

const variants = [
	["english", { defaultLanguage: "en", bothLanguages: false }],
	["french", { defaultLanguage: "fr", bothLanguages: false }],
	["both", { defaultLanguage: "en", bothLanguages: true }],
] as const;

const rule = "=".repeat(72);

describe.each(variants)("mails: %s", (name, languages) => {
	const mails = Object.entries(everyMail(languages)).flatMap(([kind, ofKind]) =>
		ofKind.map((mail) => ({ kind, ...mail })),
	);

	test("every kind reads as it was approved", async () => {
		const texts = mails.map(({ kind, subject, text }) => [rule, kind, `Subject: ${subject}`, "", text].join("\n"));
		await expect(texts.join("\n")).toMatchFileSnapshot(`./${name}.txt`);
	});

	test("the HTML says the same as the text, in the same languages", () => {
		for (const { html, text } of mails) {
			const shown = visibleText(html).replace(/\s+/g, " ");
			const lines = text.split("\n").filter((line) => line !== "");
			for (const line of lines)
				for (const part of line.split(/\s*: |\s*:$/)) expect(shown).toContain(part.replace(/\s+/g, " "));
			const tags = elements(html).filter((tag) => tag.startsWith("<html") || tag.startsWith("<table"));
			const marked = tags.flatMap((tag) => /lang="(\w+)"/.exec(tag)?.[1] ?? []);
			expect(marked).toEqual(languages.bothLanguages ? ["fr", "fr", "en"] : Array(2).fill(languages.defaultLanguage));
		}
	});

	test("no mail says that nobody reads answers and also to get in touch", () => {
		for (const { text, replyTo } of mails) {
			expect(text).not.toMatch(/not read|pas lu/);
			expect(/reply to this email|répondez à ce courriel/i.test(text)).toBe(replyTo !== undefined);
		}
	});
});

test("French amounts, times and marks have the spaces that Canadian French asks for", () => {
	const texts = Object.values(everyMail({ defaultLanguage: "fr", bothLanguages: false })).flat();
	for (const { text, subject } of texts) {
		for (const line of [subject, ...text.split("\n")]) {
			// A plain space may break the line before the mark; French of Canada has none before ? and !
			expect(line).not.toMatch(/ [:»%$]|« |[\s][?!;]|\d h /);
			expect(line).not.toMatch(/(?<!https)[^\s\u00a0](?<!\d):(?!\/)/);
		}
	}
	expect(texts[0]?.text).toContain("1\u00a0234,56\u00a0$\u00a0CAD");
	expect(texts[0]?.text).toContain("1er juillet 2026 à 9\u00a0h\u00a005 HAE");
});
