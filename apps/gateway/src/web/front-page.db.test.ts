import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem, send } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { SECURITY_CONTACT: "mailto:security@pay.example" } });
});

afterAll(() => gateway.stop());

const browser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("a browser gets a page, a program gets JSON", () => {
	test.each([
		["/", 200, "This is the address of a payment gateway."],
		["/nowhere", 404, "There is nothing at this address."],
		["/transaction-service/nowhere", 404, "There is nothing at this address."],
	])("a browser at %s", async (path, status, words) => {
		const answer = await send(`${gateway.url}${path}`, { headers: browser });
		expect(answer.status).toBe(status);
		expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
		expect(answer.headers.get("Vary")).toContain("Accept");
		expect(answer.text).toContain(words);
		for (const [, link] of answer.text.matchAll(/(?:href|src)="([^"]+)"/g)) {
			expect((await send(`${gateway.url}${link}`, { headers: browser })).status, link).toBeLessThan(400);
		}
	});

	test.each([["*/*"], ["application/json"], [undefined]])("a program with Accept: %s", async (accept) => {
		const headers = accept === undefined ? {} : { Accept: accept };
		for (const path of ["/", "/nowhere"]) {
			expectProblem(await send(`${gateway.url}${path}`, { headers }), 404, "NOT_FOUND");
		}
	});

	test("the page is in the reader's language", async () => {
		const answer = await send(`${gateway.url}/nowhere`, { headers: { ...browser, "Accept-Language": "fr-CA" } });
		expect(answer.text).toContain('<html lang="fr">');
		expect(answer.text).toContain("Page introuvable");
	});

	test("another method than GET gets JSON", async () => {
		const answer = await send(`${gateway.url}/nowhere`, { method: "POST", headers: browser });
		expectProblem(answer, 404, "NOT_FOUND");
	});
});

test("security.txt has the contact of the settings", async () => {
	const answer = await send(`${gateway.url}/.well-known/security.txt`);
	expect(answer.status).toBe(200);
	expect(answer.text).toContain("Contact: mailto:security@pay.example\n");
	expect(answer.text).toContain(`Canonical: http://localhost:${new URL(gateway.url).port}/.well-known/security.txt\n`);
});
