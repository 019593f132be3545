import type { Page } from "@playwright/test";
import { formatPublicKey, generateRecipientKey } from "../../../packages/encrypt/src/open.ts";
import { addresses, cardToken, expect, type Merchant, mountPath, test, unknownOrigin } from "../support/merchant.ts";

/** Well-formed, but unknown to this gateway. */
const nobodysKey = formatPublicKey(generateRecipientKey().publicKey, "test");

const framePath = "**/v1/widget/frame?*";
const sessionPath = "**/v1/widget/session";

/** Time limit to report any cause, in ms. */
const limit = 30_000;

interface Trouble {
	cause: string;
	what: string;
	/** Causes the failure before the page opens. */
	begin?(page: Page): Promise<unknown>;
	visit?(merchant: Merchant): Promise<void>;
	/** The browser's console message. */
	inConsole: RegExp[];
	/** Nothing answers: the page waits for a time limit. */
	isSilent?: true;
	/** The failure ends when its cause does. */
	isMended?: boolean;
}

const troubles: Trouble[] = [
	{
		cause: "blocked",
		what: "something between refuses the frame",
		begin: (page) => page.route(framePath, (route) => route.abort("blockedbyclient")),
		inConsole: [/ERR_BLOCKED_BY_CLIENT/],
		isMended: true,
	},
	{
		cause: "timeout",
		what: "the frame's page never comes",
		begin: (page) => page.route(framePath, () => undefined),
		isSilent: true,
		inConsole: [],
		isMended: true,
	},
	{
		cause: "timeout",
		what: "the frame's script never comes",
		begin: (page) => page.route("**/v1/assets/frame-*.js", () => undefined),
		isSilent: true,
		inConsole: [],
		isMended: true,
	},
	{
		cause: "session",
		what: "the gateway fails to open a session",
		begin: (page) => page.route(sessionPath, (route) => route.fulfill({ status: 500 })),
		inConsole: [/status of 500/],
		isMended: true,
	},
	{
		cause: "session",
		what: "too many sessions were asked for",
		begin: (page) =>
			page.route(sessionPath, (route) => route.fulfill({ status: 429, headers: { "Retry-After": "60" } })),
		inConsole: [/status of 429/],
		isMended: true,
	},
	{
		cause: "session",
		what: "a session is never answered",
		begin: (page) => page.route(sessionPath, () => undefined),
		isSilent: true,
		inConsole: [],
		isMended: true,
	},
	{
		cause: "session",
		what: "what comes for a session is none",
		begin: (page) => page.route(sessionPath, (route) => route.fulfill({ status: 201, json: { session_id: 7 } })),
		inConsole: [],
		isMended: true,
	},
	{
		cause: "csp",
		what: "the page's own policy refuses the frame",
		visit: (merchant) => merchant.visit(`${mountPath({})}&no-frames`),
		inConsole: [/Content Security Policy/, /^frame-src: /],
	},
	{
		cause: "origin",
		what: "the gateway does not know the page's origin",
		visit: (merchant) => merchant.visit(mountPath({}), unknownOrigin),
		inConsole: [],
	},
	{
		cause: "key",
		what: "nobody has this public key",
		visit: (merchant) => merchant.visit(mountPath({ publicKey: nobodysKey })),
		inConsole: [/status of 4/],
	},
	{
		cause: "version",
		what: "the frame speaks another protocol",
		begin: (page) =>
			page.route(framePath, (route) => {
				const { searchParams } = new URL(route.request().url());
				const hello = `{ cardseal: "hello", protocol: 999, nonce: location.hash.slice(1) }`;
				const say = `parent.postMessage(${hello}, ${JSON.stringify(searchParams.get("origin"))})`;
				return route.fulfill({ contentType: "text/html", body: `<script>${say}</script>` });
			}),
		inConsole: [],
		isMended: true,
	},
];

/** The first cause that the page receives, and the ms until then. */
async function firstError(merchant: Merchant): Promise<{ cause: unknown; after: number }> {
	await expect.poll(() => merchant.events("error"), { timeout: limit + 3_000 }).not.toHaveLength(0);
	const [error] = await merchant.events("error");
	const mountedAt = await merchant.page.evaluate(() => window.mountedAt);
	return { cause: error?.cause, after: Number(error?.at) - mountedAt };
}

for (const { cause, what, begin, visit, inConsole, isSilent, isMended } of troubles) {
	test(`when ${what}, the page receives "${cause}" in time, the console says what helps, and the payer sees a sentence, with a button where it can help`, async ({
		merchant,
		page,
	}) => {
		merchant.expectedInConsole.push(...inConsole, /^Cardseal: /);
		const told: string[] = [];
		page.on("console", (message) => {
			if (message.text().startsWith("Cardseal")) told.push(message.text());
		});
		await begin?.(page);
		if (isSilent) {
			await merchant.visitWithClock(mountPath({}));
			if (cause === "session") await expect(merchant.number).toBeEditable();
			await merchant.hurry(async () => expect(await merchant.events("error")).not.toHaveLength(0));
		} else if (visit === undefined) await merchant.visit(mountPath({}));
		else await visit(merchant);
		const error = await firstError(merchant);
		expect(error.cause).toBe(cause);
		expect(error.after).toBeLessThanOrEqual(limit);
		await expect(page.getByRole("alert").filter({ hasText: "Card payment is unavailable." })).toBeVisible();
		const link = `Cardseal: ${addresses.gateway}/docs#${cause}`;
		const advice = ["origin", "key"].includes(cause) ? [expect.stringMatching(/^Cardseal: .* /)] : [];
		expect(told).toEqual([...advice, link]);
		if (["csp", "origin", "key"].includes(cause)) {
			await expect(merchant.retryButton).toHaveCount(0);
			return;
		}
		expect((await merchant.retryButton.boundingBox())?.height).toBeGreaterThanOrEqual(44);
		if (isMended !== true) return;
		await page.unrouteAll({ behavior: "ignoreErrors" });
		await merchant.retryButton.click();
		await expect(merchant.number).toBeEditable();
		await expect(merchant.retryButton).toHaveCount(0);
	});
}

test(`without a network, the page receives "offline", and the form appears once it is back`, async ({
	merchant,
	page,
	context,
}) => {
	merchant.expectedInConsole.push(/ERR_INTERNET_DISCONNECTED/, /\/docs#offline$/);
	await merchant.visit("mount");
	await expect(merchant.number).toBeEditable();
	await context.setOffline(true);
	await page.evaluate(() => {
		window.form.destroy();
		window.mountedAt = performance.now();
		window.events = [];
		window.CardSeal.mount("#card", window.options).on("error", ({ cause }) => {
			window.events.push({ type: "error", cause, at: performance.now() });
		});
	});
	expect(await firstError(merchant)).toMatchObject({ cause: "offline" });
	await context.setOffline(false);
	await merchant.retryButton.click();
	await expect(merchant.number).toBeEditable();
});

test("a frame that fails twice loads at the third attempt, without an event", async ({ merchant, page }) => {
	merchant.expectedInConsole.push(/ERR_BLOCKED_BY_CLIENT/);
	let tries = 0;
	await page.route(framePath, (route) => {
		tries += 1;
		return tries < 3 ? route.abort("blockedbyclient") : route.continue();
	});
	await merchant.visit("mount");
	await expect(merchant.number).toBeEditable({ timeout: limit });
	expect(await merchant.events("error")).toEqual([]);
	expect(tries).toBe(3);
});

test("a call to tokenize during a failure is rejected with its cause", async ({ merchant, page }) => {
	await page.route(framePath, () => undefined);
	await merchant.visitWithClock("mount");
	await page.waitForFunction(() => window.form !== undefined);
	let outcome: string | undefined;
	void merchant.tokenize().then((told) => {
		outcome = told;
	});
	await merchant.hurry(async () => expect(outcome).toBe("timeout"));
});

test("without a network, the prefetched session makes one token, the next call fails, and later ones work", async ({
	merchant,
	context,
	page,
}) => {
	merchant.expectedInConsole.push(/ERR_INTERNET_DISCONNECTED/);
	const session = page.waitForResponse(sessionPath);
	await merchant.mount();
	await merchant.type();
	await (await session).finished();
	await context.setOffline(true);
	expect(await merchant.tokenize()).toMatch(cardToken);
	expect(await merchant.tokenize()).toBe("offline");
	await context.setOffline(false);
	await expect.poll(() => merchant.tokenize()).toMatch(cardToken);
});

test("the form takes input before its session arrives, and keeps it when there is none: the next token requests one", async ({
	merchant,
	page,
}) => {
	merchant.expectedInConsole.push(/status of 500/);
	const { promise: typed, resolve: release } = Promise.withResolvers<void>();
	let isFailing = true;
	await page.route(sessionPath, async (route) => {
		await typed;
		await (isFailing ? route.fulfill({ status: 500 }) : route.fallback());
	});
	await merchant.mount();
	await merchant.type();
	release();
	expect(await merchant.tokenize()).toBe("session");
	isFailing = false;
	expect(await merchant.events("error")).toEqual([]);
	expect(await merchant.tokenize()).toMatch(cardToken);
});
