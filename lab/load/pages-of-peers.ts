import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { build } from "vite";
import { launch, medianOf, rounds, slowDown } from "./pages-in-browser.ts";

/** The packages in the compared versions. Evervault's `@evervault/js` only loads a script from its servers. */
const packages = [
	"@adyen/adyen-web@6.45.2",
	"adyen-cse-js@0.1.19",
	"braintree-web@3.144.0",
	"@evervault/browser@2.9.0",
];

/** Installs the packages and prints the sizes of the files that pages load from them, and the speed of code that needs no server. */
export async function measurePeers(scratch: string): Promise<void> {
	const folder = join(scratch, "peers");
	mkdirSync(folder);
	writeFileSync(join(folder, "package.json"), "{}");
	console.log("  installing the packages of other vendors …");
	execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...packages], {
		cwd: folder,
	});
	const module = (name: string) => join(folder, "node_modules", name);
	const adyenCse = readFileSync(module("adyen-cse-js/js/adyen.encrypt.nodom.min.js"), "utf8");
	const browser = await launch();
	const adyen = (slow: boolean) => medianOf(rounds, () => adyenFirstEncryption(browser, adyenCse, { slow }));
	const rows: [string, string][] = [
		["Adyen Web, card component: script and style", size(await bundleAdyen(folder))],
		["Adyen CSE (client-side encryption)", size(adyenCse)],
		["Adyen CSE, first encryption", milliseconds(await adyen(false))],
		["Adyen CSE, first encryption, processor 6 × slower", milliseconds(await adyen(true))],
		["Braintree, client and hosted fields: the page's part", size(braintree(module("braintree-web/dist/browser")))],
		[
			"Evervault",
			existsSync(module("@evervault/browser/dist"))
				? size(readAll(module("@evervault/browser/dist"), "*.umd.cjs"))
				: "its package has no files; its script comes from its servers",
		],
	];
	await browser.close();
	for (const [what, found] of rows) console.log(`  ${what.padEnd(54)}${found}`);
	console.log("\n  Adyen's and Braintree's card fields are frames of their servers, which are not in these sizes.\n");
}

const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

function size(text: string): string {
	return `${(gzipSync(text, { level: 9 }).length / 1024).toFixed(1)} KB gzip`;
}

function readAll(folder: string, pattern: string): string {
	return globSync(pattern, { cwd: folder })
		.map((file) => readFileSync(join(folder, file), "utf8"))
		.join("\n");
}

function braintree(folder: string): string {
	return ["client.js", "hosted-fields.js"].map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

/** Bundles only the card component, as a merchant would. */
async function bundleAdyen(folder: string): Promise<string> {
	const entry = join(folder, "adyen.js");
	writeFileSync(
		entry,
		`import { AdyenCheckout, Card } from "@adyen/adyen-web";
		import "@adyen/adyen-web/styles/adyen.css";
		globalThis.peer = { AdyenCheckout, Card };`,
	);
	const output = await build({
		configFile: false,
		logLevel: "error",
		root: folder,
		build: { write: false, target: "es2022", lib: { entry, formats: ["es"], fileName: "adyen" } },
	});
	const files = [output].flat().flatMap((part) => ("output" in part ? part.output : []));
	return files.map((file) => (file.type === "chunk" ? file.code : String(file.source))).join("\n");
}

interface AdyenCse {
	createEncryption(key: string, options: object): { encrypt(card: object): string | false };
}

/** Measures the first encryption on a fresh page, in ms, with an unused RSA key of 2,048 bits. */
async function adyenFirstEncryption(browser: Browser, source: string, { slow }: { slow: boolean }): Promise<number> {
	const page = await browser.newPage();
	await page.addScriptTag({ content: source });
	if (slow) await slowDown(page, { network: false });
	const ms = await page.evaluate(() => {
		const { encrypt } = (window as unknown as { adyen: { encrypt: AdyenCse } }).adyen;
		const began = performance.now();
		const encryption = encrypt.createEncryption(`10001|${"C9".repeat(256)}`, { enableValidations: false });
		const sealed = encryption.encrypt({
			number: "4242424242424242",
			cvc: "123",
			expiryMonth: "12",
			expiryYear: "2040",
			holderName: "Ada",
			generationtime: new Date().toISOString(),
		});
		if (typeof sealed !== "string") throw new Error("Adyen's library encrypted nothing.");
		return performance.now() - began;
	});
	await page.close();
	return ms;
}
