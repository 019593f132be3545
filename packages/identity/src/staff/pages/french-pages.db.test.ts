import { afterAll, beforeAll, expect, test } from "vitest";
import { englishWords } from "../../../../../test/fixtures/french.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const pages = [
	["/app/sign-in", 200],
	["/app/sign-in?changed=1", 200],
	["/app/forgot-password", 200],
	["/app/forgot-password/sent", 200],
	["/app/invitation/nothing", 404],
	["/app/reset-password/nothing", 404],
	["/oauth/authorize?client_id=nobody", 400],
] as const;

test.each(pages)("%s is in French for a browser in French", async (path, status) => {
	const headers = { Accept: "text/html", "Accept-Language": "fr-CA,fr;q=0.9,en;q=0.8" };
	const response = await fetch(`http://localhost:${gateway.port}${path}`, { headers, redirect: "manual" });
	const page = await response.text();
	expect(response.status, page).toBe(status);
	expect(page).toContain('<html lang="fr">');
	expect(page.replaceAll(/<code>.*?<\/code>|<[^>]*>/gs, " ")).not.toMatch(englishWords);
});
