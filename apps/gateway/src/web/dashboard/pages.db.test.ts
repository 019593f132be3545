import { pages } from "@cardseal/dashboard/addresses";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem, send } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, signInStaff, staffBrowser } from "../../../../../test/fixtures/staff/staff-browser.ts";

let gateway: TestGateway;
let owner: StaffBrowser;

beforeAll(async () => {
	gateway = await startTestGateway();
	owner = await signInStaff(gateway.url, gateway.demo);
});

afterAll(() => gateway.stop());

const pathOf = (address: string) => address.replaceAll(/\{\w+\}/g, "9fK2mQ7xW1aZ3bC4dE5f");

describe("a page of the web application", () => {
	test.each(Object.values(pages).map(({ address }) => address))(
		"%s is the application for staff, and redirects others to the sign-in",
		async (address) => {
			const { status, text } = await owner.get(pathOf(address));
			expect(status).toBe(200);
			expect(text).toContain('<script type="module"');
			const stranger = await staffBrowser(gateway.url).get(pathOf(address), {});
			expect(stranger.status).toBe(303);
			expect(stranger.headers.get("Location")).toBe(`/app/sign-in?next=${encodeURIComponent(pathOf(address))}`);
		},
	);

	test("X-31 runs only its own scripts and creates no markup from text", async () => {
		const { headers, text } = await owner.get("/app");
		const policy = headers.get("Content-Security-Policy") ?? "";
		expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
		expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain("unsafe");
		expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/);
		expect(headers.get("Cache-Control")).toBe("no-store");
	});

	test("loads only existing, immutable files", async () => {
		const { text } = await owner.get("/app");
		const files = [...text.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
		expect(files.length).toBeGreaterThan(1);
		for (const path of files) {
			const { status, headers } = await send(gateway.url + path);
			expect(status).toBe(200);
			expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
			expect(headers.get("Content-Type")).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
			expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
		}
	});

	test("does not exist unless it was built", async () => {
		for (const name of ["index.js", "..%2findex.html", "manifest.json"]) {
			expectProblem(await send(`${gateway.url}/app/assets/${name}`), 404, "NOT_FOUND");
		}
	});

	test("is compressed only for clients that accept that", async () => {
		const { text } = await owner.get("/app");
		const [path = ""] = /\/app\/assets\/[^"]+\.js/.exec(text) ?? [];
		const encodingFor = async (accepted: string) =>
			(await send(gateway.url + path, { headers: { "Accept-Encoding": accepted } })).headers.get("Content-Encoding");
		expect(await encodingFor("br, gzip")).toBe("gzip");
		expect(await encodingFor("gzip;q=0, identity")).toBeNull();
		expect(await encodingFor("identity")).toBeNull();
	});
});
