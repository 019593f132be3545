import type { Frame, Page } from "@playwright/test";
import {
	addresses,
	CardFields,
	cardToken,
	expect,
	type Merchant,
	mountPath,
	test,
	unknownOrigin,
} from "../support/merchant.ts";

/* Windows other than the page and its own frame get no port, no answer and no message. */

const merchantOrigin = JSON.stringify(addresses.merchant);
const gatewayOrigin = JSON.stringify(addresses.gateway);

/**
 * Runs an attack in a window, which then records its messages in `heard`. The attack may call `offer(target,
 * message)`, which sends the message with a port, requests a token through that port, and listens.
 */
async function attack(window: Frame | Page, act: string): Promise<void> {
	await window.evaluate(`
		globalThis.heard = [];
		addEventListener("message", ({ data, ports }) => heard.push({ data, ports: ports.length }));
		globalThis.offer = (target, message) => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = ({ data }) => heard.push({ data });
			port1.postMessage({ type: "tokenize", id: 1 });
			target.postMessage(message, ${gatewayOrigin}, [port2]);
		};
		${act}`);
}

/** The form continues undisturbed, and the attacker has received nothing when the token is made. */
async function expectUnharmed(merchant: Merchant, attacker: Frame | Page): Promise<void> {
	await merchant.type();
	expect(await attacker.evaluate("heard")).toEqual([]);
	await expectPaid(merchant);
}

async function expectPaid({ page, payButton }: Merchant): Promise<void> {
	await payButton.click();
	await page.waitForURL("**/paid");
	const sent = JSON.parse((await page.locator("#received").textContent()) ?? "") as { token: string };
	expect(sent.token).toMatch(cardToken);
}

/** The nonce of the page's own frame, which an attacker would have to guess. */
function nonceOf({ page }: Merchant): Promise<string> {
	return page.locator("cardseal-card iframe").evaluate((frame: HTMLIFrameElement) => new URL(frame.src).hash.slice(1));
}

async function greeting(merchant: Merchant, kind: "hello" | "connect", change: object = {}): Promise<string> {
	return JSON.stringify({ cardseal: kind, protocol: 1, nonce: await nonceOf(merchant), ...change });
}

function frameIn(page: Page, url: string | RegExp): Frame {
	const frame = page.frame({ url });
	if (frame === null) throw new Error(`The page has no frame of ${url}.`);
	return frame;
}

test.describe("an advertisement on the page", () => {
	const advertIn = (page: Page) => frameIn(page, `${unknownOrigin}/advert`);

	test.beforeEach(({ merchant }) => merchant.open("hostile"));

	test("that says hello with the right nonce gets no port", async ({ merchant, page }) => {
		await attack(advertIn(page), `parent.postMessage(${await greeting(merchant, "hello")}, ${merchantOrigin})`);
		await expectUnharmed(merchant, advertIn(page));
	});

	test("that says hello before the frame gets no port, and the frame still does", async ({ merchant, page }) => {
		await page.route("**/v1/assets/frame-*.js", async (route) => {
			// It may load later than the form's frame.
			await expect.poll(() => page.frame({ url: `${unknownOrigin}/advert` })).not.toBeNull();
			await attack(advertIn(page), `parent.postMessage(${await greeting(merchant, "hello")}, ${merchantOrigin})`);
			await route.continue();
		});
		await merchant.open("hostile");
		expect(await merchant.seen("messages")).toContain(`window ${await greeting(merchant, "hello")}`);
		await expectUnharmed(merchant, advertIn(page));
	});

	for (const [what, change] of [
		["the right nonce", {}],
		["another nonce", { nonce: "0".repeat(32) }],
		["another protocol", { protocol: 2 }],
	] as const) {
		test(`that offers the frame a port of its own, with ${what}, receives nothing through it`, async ({
			merchant,
			page,
		}) => {
			// The advertisement does not know the form's frame, so it tries all frames of the page.
			merchant.expectedInConsole.push(/does not match the recipient window's origin/);
			const connect = await greeting(merchant, "connect", change);
			await attack(
				advertIn(page),
				`for (let index = 0; index < parent.length; index++) offer(parent.frames[index], ${connect})`,
			);
			await expectUnharmed(merchant, advertIn(page));
		});
	}

	for (const message of [
		{ type: "ready" },
		{ type: "token", id: 1, token: `ct1${"A".repeat(142)}`, cardholder: {} },
		{ type: "failed", cause: "key" },
		{ cardseal: "failed", cause: "key" },
		{ cardseal: "hello", protocol: 999 },
	]) {
		test(`that sends the page ${JSON.stringify(message)} changes nothing`, async ({ merchant, page }) => {
			await page.evaluate(() => {
				window.events = [];
				for (const type of ["ready", "token", "error"]) {
					document.addEventListener(`cardseal-${type}`, () => window.events.push({ type, at: performance.now() }));
				}
			});
			const forged = JSON.stringify({ ...message, nonce: await nonceOf(merchant) });
			await attack(advertIn(page), `parent.postMessage(${forged}, ${merchantOrigin})`);
			await expect.poll(() => merchant.seen("messages")).toContain(`window ${forged}`);
			expect(await merchant.events()).toEqual([]);
			await expectUnharmed(merchant, advertIn(page));
		});
	}
});

test.describe("the page itself, or a script that runs in it", () => {
	test.beforeEach(({ merchant }) => merchant.open("element"));

	test("cannot connect to the frame a second time: the nonce is used", async ({ merchant, page }) => {
		await attack(page, `offer(frames[0], ${await greeting(merchant, "connect")})`);
		await expectUnharmed(merchant, page);
	});

	test("cannot say hello to itself in the frame's name", async ({ merchant, page }) => {
		const hello = await greeting(merchant, "hello");
		const count = async () =>
			(await merchant.seen("messages")).filter((message) => message === `window ${hello}`).length;
		const before = await count();
		await page.evaluate(`postMessage(${hello}, location.origin)`);
		await expect.poll(count).toBe(before + 1);
		await merchant.type();
		await expectPaid(merchant);
	});

	test("cannot read the frame, its address or its fields", async ({ page }) => {
		const read = (what: string) =>
			page.evaluate(`(() => { try { return String(${what}) } catch ({ name }) { return name } })()`);
		expect(await read("frames[0].document.body.innerHTML")).toBe("SecurityError");
		expect(await read("frames[0].location.href")).toBe("SecurityError");
		expect(await read("document.querySelector('iframe').contentDocument")).toBe("null");
	});

	test("sandboxes the frame, without browser features and without a referrer", async ({ merchant, page }) => {
		merchant.expectedInConsole.push(/'allow-popups' permission is not set/);
		const frame = page.locator("cardseal-card iframe");
		await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
		await expect(frame, "which would grant browser features").not.toHaveAttribute("allow");
		await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
		const isRefused = await frameIn(page, /\/v1\/widget\/frame/).evaluate(() => window.open("about:blank") === null);
		expect(isRefused, "a window that it opens is refused").toBe(true);
	});

	test("gets no answer to commands sent to the window instead of the port", async ({ merchant, page }) => {
		const commands = `[{ type: "tokenize", id: 1 }, { type: "clear" }, { cardseal: "connect" }, null, 7, "x"]`;
		await attack(page, `for (const data of ${commands}) frames[0].postMessage(data, ${gatewayOrigin})`);
		await expectUnharmed(merchant, page);
	});
});

test.describe("a frame from the gateway's origin", () => {
	test("that repeats its hello gets no second port", async ({ merchant, page }) => {
		await merchant.open("element");
		const frame = frameIn(page, /\/v1\/widget\/frame/);
		await attack(frame, `parent.postMessage(${await greeting(merchant, "hello")}, ${merchantOrigin})`);
		await expectUnharmed(merchant, frame);
	});

	test("of another form cannot impersonate this one", async ({ merchant, page }) => {
		await merchant.visit("two");
		for (const id of ["#first", "#second"]) await expect(new CardFields(page.locator(id)).number).toBeEditable();
		const [first = "", second = ""] = await page
			.locator("cardseal-card iframe")
			.evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).src));
		const hello = JSON.stringify({ cardseal: "hello", protocol: 1, nonce: new URL(first).hash.slice(1) });
		const other = frameIn(page, second);
		await attack(other, `parent.postMessage(${hello}, ${merchantOrigin})`);
		await expect.poll(() => merchant.seen("messages")).toContain(`window ${hello}`);
		await new CardFields(page.locator("#first")).type();
		expect(await other.evaluate("heard")).toEqual([]);
	});

	test("that sends malformed messages through the port has no effect: they are ignored", async ({ merchant, page }) => {
		const nonsense = `[null, 0, "ready", [], {}, { type: "ready " }, { type: "size", height: "1e9" },
			{ type: "size", height: -1 }, { type: "size", height: 1e9 }, { type: "token", id: 0, token: 7 },
			{ type: "brand", brand: "<b>" }, { type: "brand", brand: "4111111111111111" }, { type: "outcome", ok: true },
			{ type: "title", title: "4111 1111 1111 1111" }, { type: "error" }]`;
		await page.route("**/v1/widget/frame?*", (route) =>
			route.fulfill({
				contentType: "text/html",
				body: `<script>
					addEventListener("message", ({ ports: [port] }) => {
						for (const message of ${nonsense}) port.postMessage(message);
						port.postMessage({ type: "ready" });
					});
					parent.postMessage({ cardseal: "hello", protocol: 1, nonce: location.hash.slice(1) }, ${merchantOrigin});
				</script>`,
			}),
		);
		await merchant.visit("mount");
		await expect.poll(() => merchant.events("ready")).toHaveLength(1);
		expect((await merchant.events()).map(({ type }) => type)).toEqual(["ready"]);
		const height = await page.locator("iframe").evaluate((frame) => frame.clientHeight);
		expect(height).toBeLessThan(2_000);
		expect(await merchant.seen("errors")).toEqual([]);
	});
});

test.describe("a page of another site", () => {
	test("cannot show the merchant's form: the browser refuses the frame", async ({ merchant, page }) => {
		merchant.expectedInConsole.push(/frame-ancestors/, /chrome-error/);
		const address = new URL("/v1/widget/frame", addresses.gateway);
		address.search = String(
			new URLSearchParams({ key: addresses.publicKey, origin: addresses.merchant, locale: "en" }),
		);
		const embed = () =>
			page.evaluate((src) => {
				const frame = document.createElement("iframe");
				frame.src = src;
				document.body.append(frame);
				return new Promise<void>((resolve) => frame.addEventListener("load", () => resolve()));
			}, address.href);
		const form = page.frameLocator("iframe").locator("#form");
		await merchant.visit("advert");
		await embed();
		await expect(form, "the merchant's own page shows it").toBeAttached();
		await merchant.visit("advert", unknownOrigin);
		const refusal = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
		await embed();
		await refusal;
		await expect(form).toHaveCount(0);
	});

	test("that frames the merchant's page gets no form either: every ancestor must be allowed", async ({
		merchant,
		page,
	}) => {
		merchant.expectedInConsole.push(/frame-ancestors/, /chrome-error/, /^Cardseal: .*#blocked$/);
		await merchant.visit("advert", unknownOrigin);
		await page.evaluate(
			(src) => {
				const frame = document.createElement("iframe");
				frame.src = src;
				document.body.append(frame);
			},
			`${addresses.merchant}/${mountPath({})}`,
		);
		const inner = page.frameLocator("iframe");
		await expect(inner.getByRole("button")).toBeVisible({ timeout: 10_000 });
		await expect(inner.frameLocator("iframe").locator("input")).toHaveCount(0);
	});

	test("unknown to the gateway gets an error, and neither form nor session", async ({ merchant, page }) => {
		merchant.expectedInConsole.push(/^Cardseal: http/);
		const sessions: string[] = [];
		page.on("request", (request) => {
			if (request.url().endsWith("/v1/widget/session")) sessions.push(request.url());
		});
		await merchant.visit(mountPath({}), unknownOrigin);
		await expect.poll(() => merchant.events("error")).toMatchObject([{ cause: "origin" }]);
		await expect(merchant.number).toHaveCount(0);
		expect(sessions).toEqual([]);
	});
});
