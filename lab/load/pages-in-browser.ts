import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DemoFile } from "@cardseal/gateway";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "../../test/chromium.ts";

declare global {
	interface Window {
		/** The figures of the measured page. `ready`: ms since its navigation. `shift`: the sum of layout shifts. */
		figures: { ready: number; shift: number };
	}
}

/** Fresh pages of each kind; the median counts. */
export const rounds = Number(process.env.BENCH_ROUNDS ?? 9);

const slowProcessor = 6;

/** Chrome's preset "Fast 4G", in bytes a second and ms. */
const fast4G = { offline: false, downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 };

export interface PageFigures {
	/** ms of the first encryption on a fresh page. */
	encryption: { full: number; slow: number; slowWithoutWebCrypto: number };
	/** ms from the navigation until the form takes input, and the sum of layout shifts of the merchant's page. */
	form: { full: FormFigures; slow: FormFigures };
	/** ms from the navigation until the overview is shown and the page is idle. */
	dashboard: number;
	/** ms from the navigation until a payer's page takes a card number. */
	paymentLink: number;
}

interface FormFigures {
	ms: number;
	shift: number;
}

interface Measured {
	demo: DemoFile;
	/** The port of the merchant's pages, whose origin the demo merchant has registered. */
	shopPort: number;
	gatewayUrl: string;
	/** The address of an open payment link. */
	linkUrl: string;
	/** The script-tag file. */
	script: string;
}

export async function launch(): Promise<Browser> {
	return chromium.launch({
		executablePath: await ensureChromium(),
		// One process for page and frame, so that both are slowed down.
		args: [
			"--disable-features=IsolateOrigins,site-per-process",
			"--disable-site-isolation-trials",
			"--disable-gpu",
			...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
		],
	});
}

export async function measurePages(measured: Measured): Promise<PageFigures> {
	const server = await serveMerchant(measured);
	const browser = await launch();
	const site = `http://localhost:${measured.shopPort}`;
	try {
		console.log("  encrypting …");
		const first = (options: { slow: boolean; withoutWebCrypto?: boolean }) =>
			medianOf(rounds, () => firstEncryption(browser, { site, publicKey: measured.demo.public_key, ...options }));
		const encryption = {
			full: await first({ slow: false }),
			slow: await first({ slow: true }),
			slowWithoutWebCrypto: await first({ slow: true, withoutWebCrypto: true }),
		};
		console.log("  opening the card form …");
		const form = {
			full: await openForm(browser, site, { slow: false }),
			slow: await openForm(browser, site, { slow: true }),
		};
		console.log("  opening the dashboard …");
		const state = await signIn(browser, measured.demo);
		const dashboard = await medianOf(rounds, () => openDashboard(browser, measured.gatewayUrl, state));
		console.log("  opening a payment link …");
		const paymentLink = await medianOf(rounds, () => openLink(browser, measured.linkUrl));
		return { encryption, form, dashboard, paymentLink };
	} finally {
		await browser.close();
		server.close();
		server.closeAllConnections();
	}
}

export async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
	const values: number[] = [];
	for (let round = 0; round < times; round++) values.push(await measure());
	return median(values);
}

function median(values: number[]): number {
	return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

export async function slowDown(page: Page, { network }: { network: boolean }): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowProcessor });
	if (!network) return;
	await devtools.send("Network.enable");
	await devtools.send("Network.emulateNetworkConditions", fast4G);
}

interface Encryption {
	site: string;
	publicKey: string;
	slow: boolean;
	withoutWebCrypto?: boolean;
}

/** Measures the first encryption on a fresh page, in ms: no code of the library ran before. */
async function firstEncryption(
	browser: Browser,
	{ site, publicKey, slow, withoutWebCrypto }: Encryption,
): Promise<number> {
	const page = await browser.newPage();
	if (withoutWebCrypto) {
		await page.addInitScript(() => {
			SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException("", "NotSupportedError"));
		});
	}
	await page.goto(`${site}/encrypt`, { waitUntil: "load" });
	if (slow) await slowDown(page, { network: false });
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
	const ms = await page.evaluate(async (key) => {
		const card = { number: "4242424242424242", month: "12", year: "40", securityCode: "123" };
		const began = performance.now();
		await CardSeal.encryptCard(key, card);
		return performance.now() - began;
	}, publicKey);
	await page.close();
	return ms;
}

async function openForm(browser: Browser, site: string, { slow }: { slow: boolean }): Promise<FormFigures> {
	const ms: number[] = [];
	const shifts: number[] = [];
	for (let round = 0; round < rounds; round++) {
		// A new context has an empty cache.
		const context = await browser.newContext();
		const page = await context.newPage();
		if (slow) await slowDown(page, { network: true });
		const failed = once(page as unknown as NodeJS.EventEmitter, "pageerror").then(([error]) => Promise.reject(error));
		await page.goto(`${site}/form`);
		await Promise.race([page.waitForFunction(() => window.figures.ready > 0), failed]);
		// A late shift would come with the next frames.
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
		const { ready, shift } = await page.evaluate(() => window.figures);
		ms.push(ready);
		shifts.push(shift);
		await context.close();
	}
	return { ms: median(ms), shift: Math.max(...shifts) };
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function signIn(browser: Browser, { dashboard_url: url, email, password }: DemoFile): Promise<State> {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.goto(url);
	await page.getByLabel("Email address").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.locator("#latest").waitFor();
	const state = await context.storageState();
	await context.close();
	return state;
}

async function openDashboard(browser: Browser, gatewayUrl: string, storageState: State): Promise<number> {
	const context = await browser.newContext({ storageState });
	const page = await context.newPage();
	await page.addInitScript(() => {
		window.figures = { ready: 0, shift: 0 };
		new MutationObserver((_changes, observer) => {
			if (document.getElementById("latest") === null) return;
			observer.disconnect();
			requestIdleCallback(() => {
				window.figures.ready = performance.now();
			});
		}).observe(document, { childList: true, subtree: true });
	});
	await slowDown(page, { network: true });
	await page.goto(`${gatewayUrl}/app/demo`);
	await page.waitForFunction(() => window.figures.ready > 0);
	const { ready } = await page.evaluate(() => window.figures);
	await context.close();
	return ready;
}

async function openLink(browser: Browser, url: string): Promise<number> {
	const context = await browser.newContext();
	const page = await context.newPage();
	await slowDown(page, { network: true });
	const began = performance.now();
	await page.goto(url, { waitUntil: "commit" });
	const number = page.frameLocator("iframe").locator("input[autocomplete~=cc-number]");
	// Waits until it is visible, enabled and editable.
	await number.fill("4111");
	const ms = performance.now() - began;
	await context.close();
	return ms;
}

/** The merchant's pages: one with the script-tag file, and one with the card form. */
async function serveMerchant({ demo, gatewayUrl, shopPort, script }: Measured): Promise<Server> {
	const pages: Record<string, string> = {
		"/encrypt": `<!doctype html><script src="/script.js"></script>`,
		"/form": formPage(gatewayUrl, demo.public_key),
	};
	const server = createServer(({ url = "/" }, response) => {
		// Isolated from other origins, because only then a page's clock is exact to 5 µs.
		if (url === "/encrypt") {
			response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
			response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
		}
		const isScript = url === "/script.js";
		response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
		response.end(isScript ? script : pages[url]);
	});
	await once(server.listen(shopPort, "localhost"), "listening");
	if ((server.address() as AddressInfo).port !== shopPort) throw new Error("The shop's port is in use.");
	return server;
}

/** Reserves the form's height, as docs/api.md advises. */
function formPage(gatewayUrl: string, publicKey: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pay</title><meta name="viewport" content="width=device-width">
<style>#card { min-height: 222px }</style>
<script src="${gatewayUrl}/v1/cardseal.js" defer></script>
<script>
	window.figures = { ready: 0, shift: 0 };
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) window.figures.shift += entry.value;
	}).observe({ type: "layout-shift", buffered: true });
	addEventListener("DOMContentLoaded", () => {
		const gateway = "${gatewayUrl}";
		const card = CardSeal.mount(document.querySelector("#card"), { publicKey: "${publicKey}", gateway });
		card.on("ready", () => { window.figures.ready = performance.now(); });
		card.on("error", ({ cause }) => { throw new Error("The card form failed: " + cause); });
	});
</script></head>
<body><h1>Pay</h1><form><div id="card"></div><button>Pay $31.00</button></form><p>Thank you.</p></body></html>`;
}
