import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "../../../test/chromium.ts";
import type * as library from "../src/index.ts";
import { card, keys } from "./keys.ts";

declare global {
	var CardSeal: typeof library;
	var peer: { seal: (publicKey: unknown, card: object) => Promise<string> };
}

/** Fresh pages for each cold figure, and encryptions in one page for each warm one. */
const coldPages = 15;
const warmRounds = 200;

/** ms between the browser's work and the cardholder's next step; a person takes seconds. */
const pauseMs = 200;

/** ms: the first encryption on fresh pages, and the mean of many on one page. */
export interface BrowserTimes {
	cold: Spread;
	warm: number;
}

export interface Spread {
	best: number;
	median: number;
	worst: number;
}

export interface BrowserFigures {
	webCrypto: BrowserTimes;
	noble: BrowserTimes;
	/** ms from submit to token on fresh pages whose key was prepared. */
	prepared: { webCrypto: Spread; noble: Spread };
	hpkeCore: BrowserTimes;
	ecdh: BrowserTimes;
	rsa: BrowserTimes;
}

export async function measureBrowser(scripts: { cardseal: string; hpkeCore: string; jose: string }) {
	const server = await serve(scripts);
	const browser = await chromium.launch({
		executablePath: await ensureChromium(),
		args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
	});
	try {
		return await measureAll(browser, `http://localhost:${(server.address() as AddressInfo).port}`);
	} finally {
		await browser.close();
		server.close();
	}
}

async function measureAll(browser: Browser, origin: string): Promise<BrowserFigures> {
	const ours = `${origin}/cardseal`;
	return {
		webCrypto: await measure(browser, ours, false, encryptCard, keys.cardseal.public),
		noble: await measure(browser, ours, true, encryptCard, keys.cardseal.public),
		prepared: {
			webCrypto: await measurePrepared(browser, ours, false),
			noble: await measurePrepared(browser, ours, true),
		},
		hpkeCore: await measure(browser, `${origin}/hpkeCore`, false, sealByPeer, keys.hpkeCore.public),
		ecdh: await measure(browser, `${origin}/jose`, false, sealByPeer, keys.ecdh.public),
		rsa: await measure(browser, `${origin}/jose`, false, sealByPeer, keys.rsa.public),
	};
}

type Work = { publicKey: unknown; card: typeof card; rounds: number };

/** Runs in the page, like {@link sealByPeer}. Returns the ms of this many encryptions in sequence. */
async function encryptCard({ publicKey, card, rounds }: Work): Promise<number> {
	const began = performance.now();
	for (let i = 0; i < rounds; i++) await CardSeal.encryptCard(publicKey as string, card);
	return performance.now() - began;
}

async function sealByPeer({ publicKey, card, rounds }: Work): Promise<number> {
	const began = performance.now();
	for (let i = 0; i < rounds; i++) await peer.seal(publicKey, card);
	return performance.now() - began;
}

async function measure(
	browser: Browser,
	url: string,
	withoutX25519: boolean,
	work: (work: Work) => Promise<number>,
	publicKey: unknown,
): Promise<BrowserTimes> {
	const cold: number[] = [];
	let warm = Number.NaN;
	for (let i = 0; i < coldPages; i++) {
		const page = await openPage(browser, url, withoutX25519);
		cold.push(await page.evaluate(work, { publicKey, card, rounds: 1 }));
		if (i === 0) warm = (await page.evaluate(work, { publicKey, card, rounds: warmRounds })) / warmRounds;
		await page.close();
	}
	return { cold: spreadOf(cold), warm };
}

/** Works like a form: prepares on focus and encrypts on submit, with the browser idle in between. */
async function measurePrepared(browser: Browser, url: string, withoutX25519: boolean): Promise<Spread> {
	const times: number[] = [];
	for (let i = 0; i < coldPages; i++) {
		const page = await openPage(browser, url, withoutX25519);
		const time = await page.evaluate(
			async ({ publicKey, card, pauseMs }) => {
				const prepared = CardSeal.prepare(publicKey);
				await new Promise((resolve) => setTimeout(resolve, pauseMs));
				const began = performance.now();
				await prepared.encryptCard(card);
				return performance.now() - began;
			},
			{ publicKey: keys.cardseal.public, card, pauseMs },
		);
		times.push(time);
		await page.close();
	}
	return spreadOf(times);
}

/** A fresh page: loaded, with no script run yet. */
async function openPage(browser: Browser, url: string, withoutX25519: boolean): Promise<Page> {
	const page = await browser.newPage();
	if (withoutX25519) {
		await page.addInitScript(() => {
			SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException("", "NotSupportedError"));
		});
	}
	await page.goto(url);
	await page.evaluate(async (pauseMs) => {
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
		await new Promise((resolve) => requestIdleCallback(resolve));
	}, pauseMs);
	return page;
}

/** Isolated from other origins, because only then a page's clock is exact to 5 µs. */
async function serve(scripts: Record<string, string>): Promise<Server> {
	const server = createServer(({ url = "/" }, response) => {
		response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
		response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
		const [, name = "", file] = url.split("/");
		response.setHeader("Content-Type", file ? "text/javascript" : "text/html");
		response.end(file ? scripts[name] : `<!doctype html><script src="/${name}/script.js"></script>`);
	});
	await once(server.listen(0, "localhost"), "listening");
	return server;
}

function spreadOf(times: readonly number[]): Spread {
	const sorted = times.toSorted((a, b) => a - b);
	const [best = Number.NaN] = sorted;
	return { best, median: sorted[sorted.length >> 1] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN };
}
