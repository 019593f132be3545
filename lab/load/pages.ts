/**
 * `npm run lab -- bench-pages`: measures what browsers load, in Chromium: first encryption, the card form on a merchant's page, and the
 * dashboard's first screen, each at full speed and on a slow phone. Exits with 1 when a goal is missed. Run it on an idle
 * machine. With `-- --peers` it installs other vendors' packages into a temporary folder, and prints their sizes beside it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { DemoFile } from "@cardseal/gateway";
import { buildScripts } from "../../packages/encrypt/bench/scripts.ts";
import { filesOfFirstScreen } from "../../test/checks/bundles.ts";
import { bearerToken } from "../../test/fixtures/bearer-token.ts";
import { freePort } from "../../test/fixtures/gateway-process.ts";
import { root } from "../../test/run/command.ts";
import { measurePages, type PageFigures } from "./pages-in-browser.ts";
import { measurePeers } from "./pages-of-peers.ts";
import { runBench, type Servers } from "./run-bench.ts";

interface Row {
	what: string;
	measured: number;
	goal: number;
	unit: "ms" | "KB gzip" | "";
}

const widget = join(root, "packages/widget/dist/browser");
const dashboard = join(root, "apps/dashboard/dist/browser");

function kilobytes(...files: string[]): number {
	return gzipSync(files.map((file) => readFileSync(file)).join("\n"), { level: 9 }).length / 1024;
}

function sizes(): Row[] {
	const manifest = JSON.parse(readFileSync(join(dashboard, "manifest.json"), "utf8"));
	const firstScreen = ["index.html", ...filesOfFirstScreen(manifest)].map((file) => join(dashboard, file));
	const size = (what: string, measured: number, goal: number): Row => ({ what, measured, goal, unit: "KB gzip" });
	return [
		size("script-tag file", kilobytes(join(root, "packages/encrypt/dist/cardseal-encrypt.js")), 11),
		size("card form, host", kilobytes(join(widget, "cardseal.js")), 5),
		size("3-D Secure in a frame", kilobytes(join(widget, "challenge.js")), 1),
		size("card form, frame", kilobytes(join(widget, "frame.js")), 25),
		size("dashboard, first screen", kilobytes(...firstScreen), 100),
	];
}

function times(figures: PageFigures): Row[] {
	const time = (what: string, measured: number, goal: number): Row => ({ what, measured, goal, unit: "ms" });
	return [
		time("first encryption", figures.encryption.full, 5),
		time("first encryption, processor 6 × slower", figures.encryption.slow, 20),
		time("the same without WebCrypto", figures.encryption.slowWithoutWebCrypto, 90),
		time("card form ready, loopback", figures.form.full.ms, 150),
		time("card form ready, 4G, processor 6 × slower", figures.form.slow.ms, 1_000),
		{
			what: "card form, layout shift",
			measured: Math.max(figures.form.full.shift, figures.form.slow.shift),
			goal: 0,
			unit: "",
		},
		time("dashboard interactive, 4G, processor 6 × slower", figures.dashboard, 2_000),
		time("payment link takes a card, 4G, processor 6 × slower", figures.paymentLink, 2_000),
	];
}

const isMet = ({ measured, goal }: Row) => measured <= goal;

function print(rows: Row[]): void {
	console.log(`\n  ${"what".padEnd(50)}${"measured".padStart(10)}${"goal".padStart(8)}  ratio`);
	for (const row of rows) {
		const { what, measured, goal, unit } = row;
		const ratio = goal === 0 ? "" : (measured / goal).toFixed(2);
		const figures = `${measured.toFixed(unit === "ms" ? 1 : 2).padStart(10)}${String(goal).padStart(8)}  ${ratio.padEnd(5)}`;
		console.log(`  ${what.padEnd(50)}${figures} ${unit}${isMet(row) ? "" : "  NOT MET"}`);
	}
	console.log();
}

const sales = 12;

async function headersOf(url: string, demo: DemoFile): Promise<Record<string, string>> {
	return { "content-type": "application/json", authorization: `Bearer ${await bearerToken(url, demo)}` };
}

async function makeLink(url: string, demo: DemoFile): Promise<string> {
	const body = JSON.stringify({ amount: 31, description: "Walnut boards" });
	const init = { method: "POST", headers: await headersOf(url, demo), body };
	const answer = await fetch(`${url}/transaction-service/payment-link`, init);
	return ((await answer.json()) as { url: string }).url;
}

async function sell(url: string, demo: DemoFile): Promise<void> {
	const headers = await headersOf(url, demo);
	const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	for (let sold = 0; sold < sales; sold++) {
		const body = JSON.stringify({ amount: 31 + sold, ...card });
		await fetch(`${url}/transaction-service/sale`, { method: "POST", headers, body });
	}
}

async function measure({ startDatabase, startGateway }: Servers): Promise<Row[]> {
	const shopPort = await freePort();
	await startDatabase();
	const { url, demo } = await startGateway({ SHOP_PORT: String(shopPort) });
	await sell(url, demo);
	const scripts = await buildScripts();
	const linkUrl = await makeLink(url, demo);
	const measured = { demo, shopPort, gatewayUrl: url, linkUrl, script: scripts.cardseal };
	return [...sizes(), ...times(await measurePages(measured))];
}

await runBench("pages", async (servers) => {
	const rows = await measure(servers);
	print(rows);
	if (process.argv.includes("--peers")) await measurePeers(servers.scratch);
	return rows.every(isMet);
});
