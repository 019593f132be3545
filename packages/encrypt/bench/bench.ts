/**
 * `npm run bench -w @cardseal/encrypt`: measures size and speed, and compares them with other libraries, in one run on
 * one machine. Takes half a minute. Run it on an idle machine.
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

/** The limits, and the result of this run: the median of fresh pages counts. */
const budgets = {
	"script file, KB gzip": atMost(11, ours.scriptKB),
	"first encryption with WebCrypto, ms": atMost(10, browser.webCrypto.cold.median),
	"first encryption without, ms": atMost(25, browser.noble.cold.median),
	"prepared, submit to token, ms": atMost(1, browser.prepared.webCrypto.median),
	"the same without WebCrypto, ms": atMost(1, browser.prepared.noble.median),
	"tokens opened per second of a core": atLeast(8_000, opened.cardseal),
};

function atMost(budget: number, measured: number) {
	return { budget, measured: Number(measured.toFixed(2)), result: measured <= budget ? "met" : "not met" };
}

function atLeast(budget: number, measured: number) {
	return { budget, measured: Math.round(measured), result: measured >= budget ? "met" : "not met" };
}

/** A figure, and its ratio to ours. */
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
				"first encryption, ms": beside(way.browser.cold.median, ours.browser.cold.median),
				"best … worst": `${way.browser.cold.best.toFixed(1)} … ${way.browser.cold.worst.toFixed(1)}`,
				"later ones, ms": beside(way.browser.warm, ours.browser.warm),
				"opened per second": beside(way.openedPerSecond, ours.openedPerSecond),
			},
		]),
	),
);
console.table(budgets);
