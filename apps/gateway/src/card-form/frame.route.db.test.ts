import { framePath } from "@cardseal/widget/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, expectProblem, send } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

type HashedFile = { url: string; integrity: string };

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

function getFrame(changes: Record<string, string> = {}): Promise<Answer> {
	const query = { key: gateway.merchant.public_key, origin: gateway.demo.shop_url, ...changes };
	return send(`${gateway.url}${framePath}?${new URLSearchParams(query)}`);
}

/** Returns the directives of the page's policy by name. */
function policyOf({ headers }: Answer): Record<string, string> {
	const policy = headers.get("Content-Security-Policy") ?? "";
	return Object.fromEntries(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1).join(" ")]));
}

/** Returns the data for the page's script. */
function dataOf({ text }: Answer): Record<string, unknown> {
	const [, json = ""] = /<script type="application\/json" id="frame">(.*?)<\/script>/s.exec(text) ?? [];
	return JSON.parse(json);
}

async function integrities(): Promise<Record<string, string>> {
	return (await send(`${gateway.url}/v1/integrity.json`)).body as Record<string, string>;
}

/** Returns the address below /v1/ of the page's script or style sheet. */
function loadedBy({ text }: Answer, pattern: RegExp): { path: string; integrity: string } {
	const tags = [...text.matchAll(pattern)];
	expect(tags).toHaveLength(1);
	const [tag = ""] = tags[0] ?? [];
	const [, path = ""] = /(?:src|href)="\/v1\/([^"]+)"/.exec(tag) ?? [];
	const [, integrity = ""] = /integrity="([^"]+)"/.exec(tag) ?? [];
	expect(tag).toMatch(/ crossorigin[ >]/);
	return { path, integrity };
}

const scriptTag = /<script (?!type="application\/json")[^>]*>/g;
const styleTag = /<link [^>]*>/g;

describe("the card form's page", () => {
	test("P-23 loads one script and one style sheet, each by its published hash", async () => {
		const page = await getFrame();
		const published = await integrities();
		for (const tag of [scriptTag, styleTag]) {
			const { path, integrity } = loadedBy(page, tag);
			expect(integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
			expect(published[path]).toBe(integrity);
			expect((await send(`${gateway.url}/v1/${path}`)).status).toBe(200);
		}
		expect(page.text).not.toMatch(/ on[a-z]+=| style=|<style|javascript:|<base|<iframe|<object/i);
	});

	test("P-23 allows nothing else", async () => {
		const page = await getFrame();
		const [script, style] = [loadedBy(page, scriptTag), loadedBy(page, styleTag)];
		expect(policyOf(page)).toEqual({
			"default-src": "'none'",
			"script-src": `'${script.integrity}' ${gateway.url}/v1/${script.path}`,
			"style-src": `${gateway.url}/v1/${style.path}`,
			"connect-src": "'self'",
			"form-action": "'none'",
			"base-uri": "'none'",
			"frame-ancestors": gateway.demo.shop_url,
			"require-trusted-types-for": "'script'",
			"trusted-types": "'none'",
		});
		expect(page.headers.get("Content-Security-Policy")).not.toMatch(/unsafe|\*|data:|blob:|strict-dynamic/);
	});

	test("is not cached, sends no referrer, and works in isolated pages", async () => {
		const { status, headers } = await getFrame();
		expect(status).toBe(200);
		expect(Object.fromEntries(headers)).toMatchObject({
			"content-type": expect.stringMatching(/^text\/html; charset=utf-8$/i),
			"cache-control": "no-store",
			"referrer-policy": "no-referrer",
			"x-content-type-options": "nosniff",
			"cross-origin-resource-policy": "cross-origin",
			"cross-origin-embedder-policy": "require-corp",
		});
		expect(headers.get("Set-Cookie")).toBeNull();
		expect(headers.get("X-Frame-Options")).toBeNull();
	});

	test("disables all browser features that it does not need", async () => {
		const features = ((await getFrame()).headers.get("Permissions-Policy") ?? "").split(", ");
		expect(features.filter((feature) => !/^[a-z-]+=\(\)$/.test(feature))).toEqual([]);
		expect(features).toEqual(
			expect.arrayContaining(["camera=()", "geolocation=()", "payment=()", "clipboard-read=()"]),
		);
	});

	test("gives its script the key, the embedding page and the languages, each with the hash of its texts", async () => {
		const { languages, marks, words, ...data } = dataOf(await getFrame());
		expect(words).toMatchObject({ form: "Card details" });
		expect(data).toEqual({
			publicKey: gateway.merchant.public_key,
			origin: gateway.demo.shop_url,
			receiptLanguage: null,
			refusal: null,
			advice: null,
		});
		const published = await integrities();
		const entries = [...Object.values(languages as Record<string, HashedFile>), marks as HashedFile];
		expect(entries).toHaveLength(14);
		for (const { url, integrity } of entries) expect(published[url.replace("/v1/", "")]).toBe(integrity);
	});

	test("X-26 F-15 may be embedded only by the requesting page, and does not reveal the merchant's other origins", async () => {
		const other = gateway.demo.shop_url.replace("localhost", "127.0.0.1");
		expect(other).not.toBe(gateway.demo.shop_url);
		expect(dataOf(await getFrame({ origin: other })).refusal).toBeNull();
		const page = await getFrame();
		expect(policyOf(page)["frame-ancestors"]).toBe(gateway.demo.shop_url);
		expect(page.text + JSON.stringify([...page.headers])).not.toContain(other);
	});

	test.each([
		["fr-CA", 'lang="fr" dir="ltr"'],
		["ar", 'lang="ar" dir="rtl"'],
		["xx", 'lang="en" dir="ltr"'],
		['"><script>', 'lang="en" dir="ltr"'],
	])("is in the nearest supported language to %s", async (locale, attributes) => {
		expect((await getFrame({ locale })).text).toContain(`<html ${attributes}>`);
	});
});

describe("a page that may not embed the form", () => {
	test.each([
		["an origin that the merchant does not allow", () => ({ origin: "https://evil.example" }), "origin"],
		["an unknown key", () => ({ key: "pktest1nobody" }), "key"],
		["a key that is a card number", () => ({ key: "4111111111111111" }), "key"],
		["markup as a key", () => ({ key: "</script><script>alert(1)</script>" }), "key"],
		["another merchant's key", () => ({ key: gateway.secondMerchant.public_key }), "origin"],
	])("gets the reason for %s", async (_case, changes, refusal) => {
		const page = await getFrame(changes());
		expect(page.status).toBe(200);
		expect(dataOf(page).refusal).toBe(refusal);
		loadedBy(page, scriptTag);
	});

	test("F-15 may embed the frame with the reason, and learns nothing about the merchant's origins", async () => {
		const page = await getFrame({ origin: "https://evil.example" });
		expect(policyOf(page)["frame-ancestors"]).toBe("https://evil.example");
		expect(page.text + JSON.stringify([...page.headers])).not.toContain(new URL(gateway.demo.shop_url).host);
	});

	test.each([
		["the key", () => ({ key: "-" }), /^Cardseal: the public key is missing/],
		["the origin", () => ({ origin: "https://evil.example" }), /^Cardseal: https:\/\/evil\.example is not registered/],
	])("gets advice about %s for its developer", async (_what, changes, advice) => {
		expect(dataOf(await getFrame(changes())).advice).toMatch(advice);
	});

	test("P-06 does not get an unknown key back, which may be anything", async () => {
		const page = await getFrame({ key: "4111111111111111" });
		expect(page.text).not.toContain("4111111111111111");
		expect(dataOf(page).publicKey).toBe("");
	});
});

describe("an origin in the address", () => {
	test.each([
		["with a path", "https://shop.example/"],
		["with a wildcard", "https://*.shop.example"],
		["that adds to the policy", "https://a;script-src 'unsafe-inline'"],
		["on two lines", "https://a\r\nSet-Cookie: a=b"],
		["that is null", "null"],
		["that is empty", ""],
		["with a card number in it", "https://4111111111111111.example"],
	])("X-26 %s is refused", async (_which, origin) => {
		const answer = await getFrame({ origin });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
	});

	test("is required, and so is a key", async () => {
		expectProblem(await send(`${gateway.url}${framePath}?key=a`), 400, "BAD_REQUEST");
		expectProblem(await send(`${gateway.url}${framePath}?origin=https://shop.example`), 400, "BAD_REQUEST");
	});
});

test("new origins of the merchant work at once", async () => {
	const origin = "https://new.example";
	expect(dataOf(await getFrame({ origin })).refusal).toBe("origin");
	const { tables } = gateway.database;
	const merchant = tables.selectFrom("merchants").select("id").where("merchant_id", "=", gateway.merchant.merchant_id);
	const { id } = await merchant.executeTakeFirstOrThrow();
	await tables.insertInto("widget_origins").values({ merchant_id: id, origin, created_at: 0 }).execute();
	const page = await getFrame({ origin });
	expect(dataOf(page).refusal).toBeNull();
	expect(policyOf(page)["frame-ancestors"]).toBe(origin);
	await tables.deleteFrom("widget_origins").where("origin", "=", origin).execute();
	expect(dataOf(await getFrame({ origin })).refusal).toBe("origin");
});
