import { expect, test } from "../support/merchant.ts";
import { marked, readEverything, tracesIn as tracesOf, wordsOf } from "../support/traces.ts";

/* The merchant's page never sees a digit. A marked card is typed into the frame, and everything in the page is searched. */

for (const what of ["paid", "refused for a mistake"] as const) {
	test(`X-50 P-01 no digit of a card that is ${what} is anywhere on the merchant's page, in its messages, or sent`, async ({
		merchant,
		page,
		context,
	}) => {
		const spoken: string[] = [];
		const requests: string[] = [];
		context.on("console", (message) => spoken.push(message.text()));
		context.on("request", (request) => requests.push(wordsOf(request)));
		await merchant.mount({ fields: { name: true, postalCode: true } });
		await merchant.type(what === "paid" ? marked : { ...marked, expiry: "0131".replace("31", "20") });
		await merchant.name.fill("Ana López");
		await merchant.postalCode.fill("M5V 2T6");
		await page.evaluate(() => window.form.focus("number"));
		const answer = await page.evaluate(() =>
			window.form.tokenize().then(
				(made) => JSON.stringify(made),
				(error: Error & { code: string }) => `${error.code} ${error.message} ${error.stack} ${JSON.stringify(error)}`,
			),
		);
		expect(answer).toMatch(what === "paid" ? /"token":"ct1/ : /^invalid /);
		await page.evaluate(() => window.form.update({ locale: "fr" }));
		await expect(merchant.frame.locator("html")).toHaveAttribute("lang", "fr");

		// The random numbers of the frame's address are not of the card.
		const nonces = await page
			.locator("iframe")
			.evaluateAll((frames) => frames.map((frame) => new URL((frame as HTMLIFrameElement).src).hash.slice(1)));
		const tracesIn = (text: string) => tracesOf(nonces.reduce((rest, nonce) => rest.replaceAll(nonce, ""), text));
		const events = (await merchant.events()).map(({ at: _at, ...event }) => event);
		const found = {
			answer: tracesIn(answer),
			page: tracesIn(await readEverything(page)),
			messages: (await merchant.seen("messages")).flatMap(tracesIn),
			events: tracesIn(JSON.stringify(events)),
			errors: (await merchant.seen("errors")).flatMap(tracesIn),
			addresses: page.frames().flatMap((frame) => tracesIn(frame.url())),
			console: spoken.flatMap(tracesIn),
			requests: requests.flatMap(tracesIn),
		};
		expect(Object.entries(found).filter(([, traces]) => traces.length > 0)).toEqual([]);
		// Proves that the search covers messages: it finds those sent through the port.
		expect((await merchant.seen("messages")).join("\n")).toMatch(/from port .*"type":"change"/);
	});
}

test("X-50 no message reveals how many digits were typed or which key was pressed", async ({ merchant, page }) => {
	await merchant.mount();
	await merchant.number.pressSequentially("37828");
	await expect.poll(() => merchant.events("brand")).toHaveLength(1);
	const before = (await merchant.seen("messages")).length;
	await merchant.number.pressSequentially("2246");
	await page.evaluate(() => window.form.tokenize().catch(() => undefined));
	const keys = (await merchant.seen("messages")).slice(before).filter((message) => message.startsWith("from port"));
	expect(keys.filter((message) => !/"type":"(?:invalid|change|focus|blur|size)"/.test(message))).toEqual([]);
	expect(keys.filter((message) => message.includes('"change"')).length).toBeLessThan(4);
});

test("X-50 neither the page nor the frame stores anything", async ({ merchant, page, context }) => {
	await merchant.mount();
	await merchant.type();
	await page.evaluate(() => window.form.tokenize());
	expect(await context.storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
	const inFrame = await merchant.frame.locator("body").evaluate(async () => {
		const databases = await indexedDB.databases();
		return sessionStorage.length + localStorage.length + databases.length + (await caches.keys()).length;
	});
	expect(inFrame).toBe(0);
});

test("P-25 the frame sends requests only to the gateway, without a referrer", async ({ merchant, page, context }) => {
	const asked: { url: string; referrer: string | undefined }[] = [];
	context.on("request", (request) => asked.push({ url: request.url(), referrer: request.headers().referer }));
	await merchant.mount({ locale: "ja" });
	const fromFrame = asked.filter(({ url }) => /\/v1\/(?:widget|assets)\//.test(url));
	expect(fromFrame.length).toBeGreaterThanOrEqual(4);
	expect(fromFrame.filter(({ referrer }) => referrer !== undefined)).toEqual([]);
	const origins = new Set(asked.map(({ url }) => new URL(url).origin));
	expect([...origins].sort()).toEqual([process.env.GATEWAY_URL, process.env.MERCHANT_URL].sort());
	expect(page.frames()).toHaveLength(2);
});
