import { framePath } from "@cardseal/widget/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { send } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf, type TestOperator } from "../../../../test/fixtures/operator.ts";

let gateway: TestGateway;
let operator: TestOperator;

beforeAll(async () => {
	gateway = await startTestGateway();
	operator = operatorOf(gateway);
});

afterAll(() => gateway.stop());

afterEach(async () => {
	await gateway.database.tables.deleteFrom("widget_origins").where("origin", "like", "%.example%").execute();
});

const origins = async (...words: string[]) => (await operator.run("origin", ...words)).text;
const refusalOf = (...words: string[]) => operator.refusalOf("origin", ...words);

/** Returns the gateway's reason to show no form on an origin; `null` when it shows one. */
async function refusalOn(origin: string, { url, key } = { url: gateway.url, key: gateway.merchant.public_key }) {
	const { text } = await send(`${url}${framePath}?${new URLSearchParams({ key, origin })}`);
	return (JSON.parse(/id="frame">(.*)<\/script>/.exec(text)?.[1] ?? "") as { refusal: string | null }).refusal;
}

describe("npm run admin -- origin", () => {
	test("allows an origin at once, lists it, and removes it", async () => {
		const origin = "https://shop.example:8443";
		const added = await origins("add", gateway.merchant.merchant_id, origin);
		expect(added.split("\n")).toContain(`  ${origin}`);
		expect(await refusalOn(origin)).toBeNull();

		const listed = await origins("list", gateway.merchant.merchant_id);
		expect(listed).toBe(added);
		expect(listed).toContain("Maple & Main");
		expect(listed).toContain(gateway.demo.shop_url);

		expect(await origins("remove", gateway.merchant.merchant_id, origin)).not.toContain(origin);
		expect(await refusalOn(origin)).toBe("origin");
	});

	test("takes a merchant's public key as well, and changes no other merchant", async () => {
		const origin = "https://books.example";
		expect(await origins("list", gateway.secondMerchant.public_key)).toMatch(
			/Harbour Books.* may be shown on no origin\.$/,
		);
		expect(await origins("add", gateway.secondMerchant.public_key, origin)).toContain("Harbour Books");
		expect(await refusalOn(origin, { url: gateway.url, key: gateway.secondMerchant.public_key })).toBeNull();
		expect(await refusalOn(origin)).toBe("origin");
	});

	test("allows the same origin twice", async () => {
		const words = ["add", gateway.merchant.merchant_id, "https://twice.example"];
		expect(await origins(...words)).toBe(await origins(...words));
	});

	test.each([
		["a path", "https://shop.example/"],
		["a wildcard", "https://*.shop.example"],
		["no scheme", "shop.example"],
		["plain HTTP of another machine", "http://shop.example"],
		["capitals", "https://Shop.example"],
		["a list", "https://a.example,https://b.example"],
	])("refuses an origin with %s, and prints how to write one", async (_what, origin) => {
		const refusal = await refusalOf("add", gateway.merchant.merchant_id, origin);
		expect(refusal).toMatch(/^Write the origin exactly as browsers do: https:\/\/host/);
		expect(await origins("list", gateway.merchant.merchant_id)).not.toContain(origin);
	});

	test("allows plain HTTP on localhost for demo merchants only", async () => {
		const { tables } = gateway.database;
		const merchant = tables.updateTable("merchants").where("merchant_id", "=", gateway.secondMerchant.merchant_id);
		const words = [gateway.secondMerchant.merchant_id, "http://localhost:3000"];
		await merchant.set({ mode: "live" }).execute();
		const refusal = await refusalOf("add", ...words).finally(() => merchant.set({ mode: "demo" }).execute());
		expect(refusal).toContain("https://host");
		expect(refusal).not.toContain("http://localhost");
		expect(await origins("add", ...words)).toContain("http://localhost:3000");
		await origins("remove", ...words);
	});

	test("allows at most 50 origins for each merchant", async () => {
		const add = (origin: string) => ["add", gateway.secondMerchant.merchant_id, origin];
		for (let index = 0; index < 49; index++) await origins(...add(`https://s${index}.example`));
		const last = ["https://a.example", "https://b.example"];
		const atOnce = await Promise.allSettled(last.map((origin) => origins(...add(origin))));
		expect(atOnce.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await refusalOf(...add("https://one-more.example"))).toContain("at most 50");
		expect(await origins(...add("https://s0.example"))).toContain("https://s0.example");
	});

	test.each([
		["an unknown merchant", () => ["list", "aaaaaaaaaaaaaaaaaaaa"], /^There is no merchant/],
		[
			"an origin that was not allowed",
			() => ["remove", gateway.merchant.merchant_id, "https://x.example"],
			/not allowed/,
		],
		["no merchant", () => ["list"], /npm run admin -- origin list MERCHANT/],
		["no origin", () => ["add", gateway.merchant.merchant_id], /npm run admin -- origin add MERCHANT ORIGIN/],
		[
			"an argument too many",
			() => ["list", gateway.merchant.merchant_id, "https://x.example"],
			/MERCHANT +The merchant's id or its public key/,
		],
		[
			"an unknown verb",
			() => ["allow", gateway.merchant.merchant_id, "https://x.example"],
			/MERCHANT +The merchant's id or its public key/,
		],
	])("is refused with %s", async (_what, words, message) => {
		expect(await refusalOf(...words())).toMatch(message);
	});
});
