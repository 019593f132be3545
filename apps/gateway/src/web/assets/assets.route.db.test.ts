import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem, send } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { scriptInventory } from "../../card-form/script-inventory.ts";

let gateway: TestGateway;
/** Hashes by address below /v1/. */
let published: Record<string, string>;

beforeAll(async () => {
	gateway = await startTestGateway();
	published = (await send(`${gateway.url}/v1/integrity.json`)).body as Record<string, string>;
});

afterAll(() => gateway.stop());

const get = (path: string) => send(`${gateway.url}/v1/${path}`);
const hashed = () => Object.keys(published).filter((path) => path.startsWith("assets/"));

function integrityOf(text: string): string {
	return `sha384-${createHash("sha384").update(text).digest("base64")}`;
}

const types: Record<string, string> = { js: "text/javascript", css: "text/css", json: "application/json" };

describe("the published hashes", () => {
	test("contain the two scripts of merchants' pages and every immutable file", () => {
		const standing = Object.keys(published).filter((path) => !path.startsWith("assets/"));
		expect(standing.sort()).toEqual(["cardseal.js", "encrypt.js"]);
		const kinds = new Set(hashed().map((path) => path.replace(/-[0-9a-f]{12}\.[a-z]+$/, "")));
		expect([...kinds]).toEqual(
			expect.arrayContaining(["assets/cardseal", "assets/encrypt", "assets/frame", "assets/locale-fr"]),
		);
	});

	test("P-23 match scripts in the inventory, each with a reason, and no others", () => {
		const scripts = hashed().filter((path) => path.endsWith(".js"));
		const names = scripts.map((path) => path.replace(/^assets\/(.+)-[0-9a-f]{12}/, "$1"));
		expect(names.sort()).toEqual(scriptInventory.map(({ script }) => script).sort());
		for (const { script, justification, integrity } of scriptInventory) {
			expect([justification.length > 20, integrity.length > 20], script).toEqual([true, true]);
		}
	});

	test("P-23 match the served bytes", async () => {
		for (const [path, integrity] of Object.entries(published)) {
			expect(integrityOf((await get(path)).text), path).toBe(integrity);
		}
	});
});

describe("a file with a hash in its name", () => {
	test("is immutable, available to any origin, and has its content type", async () => {
		for (const path of hashed()) {
			const { status, headers } = await get(path);
			expect(status, path).toBe(200);
			expect(Object.fromEntries(headers), path).toMatchObject({
				"cache-control": "public, max-age=31536000, immutable",
				"access-control-allow-origin": "*",
				"cross-origin-resource-policy": "cross-origin",
				"x-content-type-options": "nosniff",
				"content-type": `${types[path.split(".").at(-1) ?? ""]}; charset=utf-8`,
			});
		}
	});

	test.each([
		["another hash", "assets/frame-000000000000.js"],
		["no hash", "assets/frame.js"],
		["a folder", "assets/"],
		["a way up", "assets/..%2f..%2fpackage.json"],
		["the manifest's name", "assets/files.json"],
		["a name of every object", "assets/constructor"],
	])("does not exist under %s, and that response is not cached", async (_which, path) => {
		expectProblem(await get(path), 404, "NOT_FOUND");
	});
});

describe("the script of the card form", () => {
	test.each([
		["gzip, br", "gzip"],
		["gzip;q=0", null],
		["identity", null],
	])("is compressed for browsers that accept it: %s", async (accepted, encoding) => {
		const response = await fetch(`${gateway.url}/v1/cardseal.js`, { headers: { "Accept-Encoding": accepted } });
		expect(response.headers.get("content-encoding")).toBe(encoding);
		expect(response.headers.get("vary")).toContain("Accept-Encoding");
		expect(integrityOf(await response.text())).toBe(published["cardseal.js"]);
	});

	test("is cached for five minutes, by any origin", async () => {
		const { status, headers } = await get("cardseal.js");
		expect(status).toBe(200);
		expect(Object.fromEntries(headers)).toMatchObject({
			"cache-control": "public, max-age=300",
			"access-control-allow-origin": "*",
			"cross-origin-resource-policy": "cross-origin",
			"content-type": "text/javascript; charset=utf-8",
		});
	});

	test("equals the file with the hash in its name", async () => {
		const path = hashed().find((one) => one.startsWith("assets/cardseal-")) ?? "";
		expect((await get(path)).text).toBe((await get("cardseal.js")).text);
	});
});
