import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { freePort } from "../../../../../test/fixtures/gateway-process.ts";
import { run } from "../../../../../test/run/command.ts";
import { checkPages } from "./check-pages.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

/** Changes by an attacker on the network or in the gateway. */
interface Tampering {
	headers?: Record<string, string | undefined>;
	text?: (text: string) => string;
	status?: number;
}

/** Checks the pages with the responses of matching addresses modified. */
async function differencesAfter(address: RegExp, tampering: Tampering, page = {}): Promise<string[]> {
	const tamperedFetch: typeof fetch = async (input, init) => {
		const response = await fetch(input, init);
		return address.test(String(input)) ? tamper(response, tampering) : response;
	};
	const { differences } = await checkPages({ gatewayUrl: gateway.demo.base_url, fetch: tamperedFetch, ...page });
	return differences;
}

async function tamper(response: Response, { headers = {}, text = (same) => same, status }: Tampering) {
	const changed = new Headers(response.headers);
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined) changed.delete(name);
		else changed.set(name, value);
	}
	return new Response(text(await response.text()), { status: status ?? response.status, headers: changed });
}

const frame = /\/v1\/widget\/frame\?/;
const script = /\/v1\/assets\/frame-[0-9a-f]+\.js$/;
const merchantsPage = () => ({ key: gateway.merchant.public_key, origin: gateway.demo.shop_url });

describe("the page check", () => {
	test("P-24 reports nothing for unchanged pages, with a merchant's page and without", async () => {
		const gatewayUrl = gateway.demo.base_url;
		const nobodys = await checkPages({ gatewayUrl });
		const merchants = await checkPages({ gatewayUrl, ...merchantsPage() });
		expect([nobodys.differences, merchants.differences]).toEqual([[], []]);
		expect(merchants.count).toBeGreaterThan(6);
	});

	test.each([
		["a script from elsewhere", '<script src="https://evil.example/skim.js"></script>'],
		["an inline script", "<script>skim()</script>"],
		["our own script without its hash", '<script type="module" src="/v1/assets/frame-000000000000.js"></script>'],
	])("P-24 reports %s", async (_what, added) => {
		const text = (page: string) => page.replace("</head>", `${added}</head>`);
		const differences = await differencesAfter(frame, { text }, merchantsPage());
		expect(differences[0]).toMatch(/^\/v1\/widget\/frame: a script is not in the inventory: <script/);
		expect(differences[1]).toContain("it differs from the build");
	});

	test.each([
		["an event handler", (page: string) => page.replace("<body>", '<body onload="skim()">')],
		["a removed integrity attribute", (page: string) => page.replace(/ integrity="[^"]+"/, "")],
		["one more character", (page: string) => `${page} `],
		["a missing end", (page: string) => page.slice(0, -1)],
	])("P-24 reports %s in the page", async (_what, text) => {
		expect(await differencesAfter(frame, { text })).toEqual(
			expect.arrayContaining([expect.stringContaining("/v1/widget/frame: it differs from the build")]),
		);
	});

	test.each([
		["Content-Security-Policy", undefined],
		["Content-Security-Policy", "default-src *"],
		["Permissions-Policy", undefined],
		["Referrer-Policy", "unsafe-url"],
		["X-Content-Type-Options", undefined],
		["Cross-Origin-Embedder-Policy", undefined],
		["Cache-Control", "public"],
		["Content-Type", "text/plain"],
	])("P-24 reports the header %s with the value %s", async (name, value) => {
		expect(await differencesAfter(frame, { headers: { [name]: value } }, merchantsPage())).toEqual(
			expect.arrayContaining([expect.stringContaining(`/v1/widget/frame: the header ${name} is `)]),
		);
	});

	test.each([
		["one more source for scripts", /script-src /, "script-src https://evil.example "],
		["inline scripts", /script-src /, "script-src 'unsafe-inline' "],
		["no Trusted Types", / require-trusted-types-for 'script';/, ""],
		["any page around it", /frame-ancestors [^;]+/, "frame-ancestors *"],
		["one more place to send to", /connect-src 'self'/, "connect-src 'self' https://evil.example"],
	])("P-24 reports a policy that allows %s", async (_what, part, replacement) => {
		const url = `${gateway.url}/v1/widget/frame?${new URLSearchParams(merchantsPage())}`;
		const policy = (await fetch(url)).headers.get("Content-Security-Policy") ?? "";
		const headers = { "Content-Security-Policy": policy.replace(part, replacement) };
		expect(headers["Content-Security-Policy"]).not.toBe(policy);
		expect(await differencesAfter(frame, { headers }, merchantsPage())).not.toEqual([]);
	});

	test.each(["Set-Cookie", "Link", "Refresh", "Content-Security-Policy-Report-Only"])(
		"P-24 reports a header %s",
		async (name) => {
			expect(await differencesAfter(frame, { headers: { [name]: "a=b" } })).toEqual([
				expect.stringContaining(`unexpected header ${name}`),
			]);
		},
	);

	test.each([
		["the form's script", script],
		["the merchant's script", /\/v1\/cardseal\.js$/],
		["the encryption library", /\/v1\/encrypt\.js$/],
		["the style sheet", /\/frame-[0-9a-f]+\.css$/],
		["a language", /\/locale-fr-/],
		["the published hashes", /\/v1\/integrity\.json$/],
	])("P-24 reports one changed byte of %s", async (_what, address) => {
		const differences = await differencesAfter(address, { text: (text) => text.replace(/[a-z](?=[^a-z]*$)/i, "_") });
		expect(differences.length).toBeGreaterThan(0);
		for (const difference of differences) expect(difference).toContain("it differs from the build");
	});

	test("P-24 reports a removed or redirected script", async () => {
		expect(await differencesAfter(script, { status: 404 })).toEqual([
			expect.stringMatching(/frame-[0-9a-f]+\.js: the response status is 404\.$/),
		]);
	});

	test("P-24 reports a form for an unknown key, and a missing form for a merchant's key", async () => {
		const refused = (page: string) => page.replace('"refusal":"key"', '"refusal":null');
		expect(await differencesAfter(frame, { text: refused })).toContainEqual(
			expect.stringContaining("a form is shown where none is allowed"),
		);
		const elsewhere = { ...merchantsPage(), origin: "https://elsewhere.example" };
		expect(await differencesAfter(/never/, {}, elsewhere)).toEqual([
			expect.stringContaining("no form is shown for this key on this origin (origin)"),
		]);
	});
});

describe("npm run page-check", () => {
	const check = (...words: string[]) =>
		run("node", ["--conditions=source", "apps/gateway/src/card-form/page-check/main.ts", ...words]);

	test("exits with 0 and the number of checked addresses when nothing differs", async () => {
		const { key, origin } = merchantsPage();
		const { code, output } = await check(gateway.demo.base_url, "--key", key, "--origin", origin);
		expect({ code, output }).toEqual({
			code: 0,
			output: expect.stringMatching(/^http:\/\/localhost:\d+: \d+ addresses match the build\.\n$/),
		});
	});

	test("exits with 1 and lists the differences", async () => {
		const page = ["--key", gateway.merchant.public_key, "--origin", "https://evil.example"];
		const { code, stdout, output } = await check(gateway.demo.base_url, ...page);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(output).toMatch(/differs from the local build:\n {2}\/v1\/widget\/frame: no form is shown for this key/);
	});

	test("the sandbox's frames match the build at both of its names", async () => {
		for (const gatewayUrl of [gateway.demo.base_url, gateway.url]) {
			expect((await checkPages({ gatewayUrl, ...merchantsPage() })).differences).toEqual([]);
		}
	});

	test.each([
		["nobody is there", async () => [`http://127.0.0.1:${await freePort()}`], /ECONNREFUSED/],
		["no address was given", async () => [], /Type: npm run page-check/],
		["a word is not known", async () => [gateway.demo.base_url, "--keys"], /--keys/],
	])("exits with 1 and the reason when %s", async (_case, words, message) => {
		const { code, output } = await check(...(await words()));
		expect(code).toBe(1);
		expect(output).toMatch(message);
		expect(output).not.toMatch(/\bat .*\.ts:/);
	});
});
