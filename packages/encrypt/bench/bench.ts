/**
 * `npm run bench -w @cardseal/encrypt`: how large, how fast, and how that compares with other ways of doing the same
 * job, all in one run on one machine. Takes half a minute; the figures are only as steady as the machine is idle.
 */
import { cpus } from "node:os";
import { type BrowserTimes, measureBrowser } from "./browser.ts";
import { measureOpening } from "./opening.ts";
import { buildScripts, gzipBytes } from "./scripts.ts";

interface Way {
	scriptKB: number;
	browser: BrowserTimes;
	openedPerSecond: number;
}

const scripts = await buildScripts();
const browser = await measureBrowser(scripts);
const opened = await measureOpening();

const kilobytes = (script: string) => gzipBytes(script) / 1024;

const ours: Way = {
	scriptKB: kilobytes(scripts.cardseal),
	browser: browser.webCrypto,
	openedPerSecond: opened.cardseal,
};

const ways: Record<string, Way> = {
	Cardseal: ours,
	"Cardseal, X25519 by noble": { ...ours, browser: browser.noble },
	"@hpke/core": {
		scriptKB: kilobytes(scripts.hpkeCore),
		browser: browser.hpkeCore,
		openedPerSecond: opened.hpkeCore,
	},
	"jose ECDH-ES, P-256": {
		scriptKB: kilobytes(scripts.jose),
		browser: browser.ecdh,
		openedPerSecond: opened.ecdh,
	},
	"jose RSA-OAEP-256": { scriptKB: kilobytes(scripts.jose), browser: browser.rsa, openedPerSecond: opened.rsa },
};

const limits: [promise: string, measured: number, budget: number, isMet: boolean][] = [
	["script file, KB gzip, at most", ours.scriptKB, 11, ours.scriptKB <= 11],
	["first encryption with WebCrypto, ms, at most", browser.webCrypto.cold, 10, browser.webCrypto.cold <= 10],
	["first encryption without, ms, at most", browser.noble.cold, 25, browser.noble.cold <= 25],
	["prepared, from submit to token, ms, under", browser.prepared.webCrypto, 1, browser.prepared.webCrypto < 1],
	["the same without WebCrypto", browser.prepared.noble, 1, browser.prepared.noble < 1],
	["tokens opened per second and core, at least", opened.cardseal, 8_000, opened.cardseal >= 8_000],
];

/** A figure, and how many times ours it is. */
function beside(value: number, own: number): string {
	return `${value.toFixed(value < 100 ? 2 : 0)} (${(value / own).toFixed(2)}×)`;
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
console.table(
	Object.fromEntries(
		Object.entries(ways).map(([name, way]) => [
			name,
			{
				"script, KB gzip": beside(way.scriptKB, ours.scriptKB),
				"first encryption, ms (worst)": `${beside(way.browser.cold, ours.browser.cold)}, ${way.browser.coldWorst.toFixed(1)}`,
				"later ones, ms": beside(way.browser.warm, ours.browser.warm),
				"opened per second": beside(way.openedPerSecond, ours.openedPerSecond),
			},
		]),
	),
);
console.table(
	Object.fromEntries(
		limits.map(([promise, measured, budget, isMet]) => [
			promise,
			{ budget, measured: Number(measured.toFixed(2)), "": isMet ? "met" : "not met" },
		]),
	),
);
