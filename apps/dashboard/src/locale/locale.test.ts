import { describe, expect, test } from "vitest";
import { chooseLocale, loadWords } from "./choose-words.ts";
import * as en from "./en/index.ts";
import { createFormats } from "./formats.ts";
import * as fr from "./fr/index.ts";

describe("the language", () => {
	test.each([
		[["fr-CA", "en"], "fr-CA"],
		[["de", "en-US"], "en-US"],
		[["zh"], "en-CA"],
		[["toString"], "en-CA"],
		[[], "en-CA"],
	])("for a reader of %j is %s", (wanted, locale) => {
		expect(chooseLocale(wanted)).toBe(locale);
	});

	test("French words are loaded for every French", async () => {
		expect(await loadWords("fr-BE")).toBe(fr);
		expect(await loadWords("en-GB")).toBe(en);
	});

	test("no sentence was left in English", () => {
		// Words that both languages write alike.
		const alike = new Set([
			"Transactions",
			"Pages",
			"Date",
			"Type",
			"Mode",
			"Logo",
			"Capture",
			"Transaction",
			"Mobile",
			"Message",
			"Actions",
			"Audit",
			"Cardseal",
			"Code",
			"Description",
			"Secret",
			"English",
			"Français",
		]);
		const english = sentencesOf(en);
		const same = Object.entries(sentencesOf(fr)).filter(([path, text]) => english[path] === text);
		expect(same.filter(([, text]) => !alike.has(text) && /\p{L}{3}/u.test(text))).toEqual([]);
	});
});

test("a browser is described in French", () => {
	const { browser } = fr.account.sessions;
	expect(browser("Chrome on Linux")).toBe("Chrome sous Linux");
	expect(browser("A browser on an unknown system")).toBe("Un navigateur sous un système inconnu");
});

test("pages use the words of merchants, in both languages", () => {
	const chosen = ({ terminal, transactions, plans, wallet }: typeof en) => [
		terminal.sources.new,
		transactions.history,
		transactions.details.left,
		plans.columns.payments,
		plans.withoutEnd,
		wallet.statuses.PENDING,
		wallet.incoming.title,
		wallet.movements.title,
		wallet.deposit.action,
	];
	expect(chosen(en)).toEqual([
		"New card",
		"Timeline",
		"Remaining",
		"Total payments",
		"Until cancelled",
		"Pending",
		"Requests to pay",
		"Activity",
		"Withdraw",
	]);
	expect(chosen(fr)).toEqual([
		"Nouvelle carte",
		"Chronologie",
		"Restant",
		"Total des paiements",
		"Jusqu’à l’annulation",
		"En attente",
		"Demandes à payer",
		"Activité",
		"Retirer",
	]);
	const all = [en, fr].map((words) => Object.values(sentencesOf(words)).join("\n"));
	expect(all.join("\n")).not.toMatch(
		/in progress|en cours d|movements?\b|mouvements?\b|load (it|the page) again|deposit|dépôt/i,
	);
	expect(all[1], "Canadian French has no space before ; ? and !").not.toMatch(/\s[;?!]/);
});

test.each([en, fr])("no dialog has two buttons that say to cancel", ({ shared, subscriptions, transactions }) => {
	const verb = shared.cancel.toLowerCase();
	const { cancel } = subscriptions.steps;
	const operation = transactions.operations.void;
	for (const { named, keep } of [cancel, { named: (x: string) => operation.action(x, x), keep: operation.keep }]) {
		const labels = [named("x"), keep].filter((label) => label.toLowerCase().startsWith(verb));
		expect(labels).toHaveLength(1);
	}
});

/** Every sentence by its path; those with something in them are given x for each. */
function sentencesOf(words: object, path = ""): Record<string, string> {
	return Object.assign(
		{},
		...Object.entries(words).map(([name, value]) => {
			const here = `${path}.${name}`;
			if (typeof value === "object") return sentencesOf(value, here);
			return { [here]: typeof value === "function" ? String(value("x", "x", "x")) : value };
		}),
	);
}

describe("formats", () => {
	const formats = createFormats("en-CA", "America/Toronto");

	test("money is written with its currency, since several dollars meet on one page", () => {
		expect(formats.money(1234.5, "CAD")).toBe("$1,234.50 CAD");
		expect(formats.money(1234.5, "USD")).toBe("$1,234.50 USD");
		expect(createFormats("fr-CA", "America/Toronto").money(31, "CAD")).toMatch(/^31,00\s\$ CAD$/);
	});

	test("an amount in a field has the locale's marks", () => {
		expect(formats.typedAmount(25_000)).toBe("25000.00");
		expect(createFormats("fr-CA", "America/Toronto").typedAmount(25_000)).toMatch(/^25\s000,00$/);
	});

	test("times stand in the merchant's zone, with the zone", () => {
		const moment = formats.moment(Date.UTC(2026, 10, 22, 3, 5));
		expect(moment.replaceAll("\u00A0", " ")).toBe("Nov 21, 2026, 10:05 p.m. EST");
		expect(moment.split(" "), "breaks between date and time only").toHaveLength(2);
		expect(formats.dateOf(Date.UTC(2026, 10, 22, 3, 5))).toBe("2026-11-21");
	});

	test("a French hour has no leading zero", () => {
		const french = createFormats("fr-CA", "America/Toronto");
		const morning = Date.UTC(2026, 10, 21, 13, 37, 5);
		expect(french.moment(morning).replaceAll("\u00A0", " ")).toBe("21 nov. 2026, 8 h 37 HNE");
		expect(french.time(morning).replaceAll("\u00A0", " ")).toBe("8 h 37 HNE");
		expect(french.momentToSecond(morning)).not.toContain("08");
	});

	test("a calendar day is the same day in every zone", () => {
		for (const zone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
			expect(createFormats("en-CA", zone).day("2026-11-21")).toBe("Nov 21, 2026");
		}
	});
});
