import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateMasterKey, parseMasterKey } from "./at-rest.ts";
import { createShareCollection, ShareRefused, splitMasterKey } from "./shares.ts";

const masterKey = generateMasterKey();
const { id } = parseMasterKey(masterKey);

async function join(texts: string[], masterKeyId = id): Promise<string> {
	const collection = createShareCollection(masterKeyId);
	for (const text of texts) collection.add(text);
	return collection.join();
}

describe("splitMasterKey", () => {
	test("P-50 any quorum of shares gives exactly the key, in any order", async () => {
		const anySplit = fc.integer({ min: 2, max: 9 }).chain((shares) =>
			fc.record({
				shares: fc.constant(shares),
				quorum: fc.integer({ min: 2, max: shares }),
				order: fc.shuffledSubarray(
					Array.from({ length: shares }, (_, index) => index),
					{ minLength: shares },
				),
				bytes: fc.uint8Array({ minLength: 32, maxLength: 32 }),
			}),
		);
		await fc.assert(
			fc.asyncProperty(anySplit, async ({ shares, quorum, order, bytes }) => {
				const key = Buffer.from(bytes).toString("base64");
				const texts = await splitMasterKey(key, { shares, quorum });
				const chosen = order.slice(0, quorum).map((index) => texts[index] ?? "");
				expect(await join(chosen, parseMasterKey(key).id)).toBe(key);
			}),
			{ numRuns: 50 },
		);
	});

	test("P-50 fewer shares than the quorum do not give the key", async () => {
		const texts = await splitMasterKey(masterKey, { shares: 5, quorum: 3 });
		await expect(join(texts.slice(0, 2))).rejects.toThrow(`These shares do not give master key ${id}.`);
	});

	test("P-50 one share has no part of the key, and two splits have no share in common", async () => {
		const splits = await Promise.all([1, 2].map(() => splitMasterKey(masterKey, { shares: 5, quorum: 3 })));
		const texts = splits.flat();
		expect(new Set(texts).size).toBe(10);
		for (const text of texts) expect(text.replaceAll("-", "")).not.toContain(masterKey.slice(0, 6).toUpperCase());
	});

	test("shares are four lines of five groups, without letters that look like digits", async () => {
		for (const text of await splitMasterKey(masterKey, { shares: 20, quorum: 2 })) {
			expect(text).toMatch(/^(?:(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}(?:\n|$)){4}$/);
		}
	});

	test("makes up to 255 shares", async () => {
		const texts = await splitMasterKey(masterKey, { shares: 255, quorum: 9 });
		expect(await join(texts.slice(-9))).toBe(masterKey);
	});
});

describe("createShareCollection", () => {
	test("tells the share's number and how many are missing", async () => {
		const texts = await splitMasterKey(masterKey, { shares: 5, quorum: 3 });
		const collection = createShareCollection(id);
		expect(collection.add(texts[4] ?? "")).toEqual({ number: 5, missing: 2 });
		expect(collection.add(texts[0] ?? "")).toEqual({ number: 1, missing: 1 });
		expect(collection.add(texts[2] ?? "")).toEqual({ number: 3, missing: 0 });
		expect(await collection.join()).toBe(masterKey);
	});

	test("takes a share in small letters, without dashes, with O for 0 and l for 1", async () => {
		const texts = await splitMasterKey(masterKey, { shares: 2, quorum: 2 });
		const typed = texts.map((text) =>
			text.toLowerCase().replace(/[-\n]/g, " ").replaceAll("0", "o").replaceAll("1", "l"),
		);
		expect(await join(typed)).toBe(masterKey);
	});

	test("P-50 refuses each share with one wrong or two swapped characters, and does not repeat it", async () => {
		const [text = ""] = await splitMasterKey(masterKey, { shares: 2, quorum: 2 });
		const plain = text.replace(/[-\n]/g, "");
		for (let at = 0; at < plain.length; at++) {
			const wrong = plain[at] === "7" ? "8" : "7";
			const swapped = plain.slice(0, at) + (plain[at + 1] ?? "") + plain[at] + plain.slice(at + 2);
			for (const typed of [plain.slice(0, at) + wrong + plain.slice(at + 1), swapped]) {
				if (typed === plain) continue;
				const message = refusalOf(() => createShareCollection(id).add(typed));
				expect(message).toBe("This share is mistyped: its checksum is wrong.");
			}
		}
	});

	test.each([
		[
			"a share that is too short",
			(text: string) => text.slice(0, -1),
			"A share has 80 letters and digits; these are 79.",
		],
		["nothing", () => "", "A share has 80 letters and digits; these are 0."],
		["another letter", (text: string) => `U${text.slice(1)}`, "A share has letters and digits only, and no U."],
		["another character", (text: string) => `?${text.slice(1)}`, "A share has letters and digits only, and no U."],
	])("refuses %s", async (_what, change, message) => {
		const [text = ""] = await splitMasterKey(masterKey, { shares: 2, quorum: 2 });
		expect(refusalOf(() => createShareCollection(id).add(change(text)))).toBe(message);
	});

	test("P-50 refuses a share twice, of another split and of another key, and goes on without it", async () => {
		const [first = "", second = ""] = await splitMasterKey(masterKey, { shares: 3, quorum: 2 });
		const [, otherSplit = ""] = await splitMasterKey(masterKey, { shares: 3, quorum: 2 });
		const otherKey = generateMasterKey();
		const [foreign = ""] = await splitMasterKey(otherKey, { shares: 3, quorum: 2 });
		const collection = createShareCollection(id);
		expect(refusalOf(() => collection.add(foreign))).toBe(
			`This share belongs to master key ${parseMasterKey(otherKey).id}, not to ${id}.`,
		);
		collection.add(first);
		expect(refusalOf(() => collection.add(first))).toBe("Share 1 was entered already.");
		expect(refusalOf(() => collection.add(otherSplit))).toMatch(/another split of the same key than share 1/);
		expect(collection.add(second)).toEqual({ number: 2, missing: 0 });
		expect(await collection.join()).toBe(masterKey);
	});
});

function refusalOf(add: () => unknown): string {
	try {
		add();
	} catch (error) {
		if (error instanceof ShareRefused) return error.message;
		throw error;
	}
	throw new Error("It was not refused.");
}
