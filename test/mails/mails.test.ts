import { describe, expect, test } from "vitest";
import { elements, visibleText } from "../fixtures/mail/mail-html.ts";
import { everyMail } from "./mails.ts";

// The texts are meant to be read: a person who reads the language checks a changed file.

const english = { defaultLanguage: "en", bothLanguages: false } as const;
const french = { defaultLanguage: "fr", bothLanguages: false } as const;
const both = { defaultLanguage: "en", bothLanguages: true } as const;

const inOneLanguage = [
	["english", english],
	["french", french],
] as const;
const variants = [...inOneLanguage, ["both", both]] as const;

const rule = "=".repeat(72);

test.each(inOneLanguage)("every kind reads as it was approved: %s", async (name, languages) => {
	const texts = Object.entries(everyMail(languages)).flatMap(([kind, mails]) =>
		mails.map(({ subject, text }) => [rule, kind, `Subject: ${subject}`, "", text].join("\n")),
	);
	await expect(texts.join("\n")).toMatchFileSnapshot(`./${name}.txt`);
});

test("a mail in both languages is the French one and then the English one", () => {
	const [inBoth, inFrench, inEnglish] = [both, french, english].map((languages) =>
		Object.values(everyMail(languages)).flat(),
	);
	const joined = inFrench?.map((first, place) => ({
		subject: `${first.subject} / ${inEnglish?.[place]?.subject}`,
		text: `English follows.\n\n${first.text}\n${inEnglish?.[place]?.text}`,
	}));
	expect(inBoth?.map(({ subject, text }) => ({ subject, text }))).toEqual(joined);
	expect(inBoth?.length).toBeGreaterThan(40);
});

describe.each(variants)("mails: %s", (_name, languages) => {
	const mails = Object.values(everyMail(languages)).flat();

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
