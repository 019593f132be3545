import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardToken, cardWith } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { root } from "../run/command.ts";

/** Runs the shop of `docs/integrate.md` as printed. */
interface Shop {
	url: string;
	stop(): Promise<void>;
}

let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_500 });
	shop = await startShop();
});

afterAll(async () => {
	await shop.stop();
	await gateway.stop();
});

test("the documented shop shows the script and the form of its merchant", async () => {
	const page = await (await fetch(shop.url)).text();

	expect(page).toContain(`<script src="${gateway.url}/v1/cardseal.js" defer></script>`);
	expect(page).toContain(`<cardseal-card public-key="${gateway.merchant.public_key}"></cardseal-card>`);
});

test.each([
	["4111111111111111", "Paid. Thank you!"],
	["4000000000000002", "The card was declined and nothing was charged. Please try another one."],
	["4000000000000267", "We do not know yet whether you paid. Please do not pay again."],
])("the documented shop tells the payer the result of a sale with %s", async (number, words) => {
	expect(await pay(await tokenOf(number))).toBe(words);
});

test("T-04 the documented shop charges a token once", async () => {
	const token = await tokenOf("4111111111111111");
	await pay(token);

	expect(await pay(token)).toBe("Something went wrong and nothing was charged. Please try again.");
});

function tokenOf(number: string): Promise<string> {
	return cardToken(gateway.merchant.public_key, cardWith(number));
}

async function pay(token: string): Promise<string> {
	const response = await fetch(`${shop.url}/pay`, { method: "POST", body: new URLSearchParams({ token }) });
	return response.text();
}

async function startShop(): Promise<Shop> {
	const directory = await mkdtemp(join(tmpdir(), "cardseal-docs-"));
	const script = join(directory, "shop.mjs");
	await writeFile(script, await readExample());
	const { client_id, client_secret, public_key } = gateway.merchant;
	const child = spawn(process.execPath, [script], {
		env: {
			GATEWAY: gateway.url,
			PORT: "0",
			CLIENT_ID: client_id,
			CLIENT_SECRET: client_secret,
			PUBLIC_KEY: public_key,
		},
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [url] = await once(createInterface(child.stdout), "line");
	return {
		url,
		async stop() {
			child.kill();
			await once(child, "exit");
			await rm(directory, { recursive: true });
		},
	};
}

async function readExample(): Promise<string> {
	const page = await readFile(join(root, "docs/integrate.md"), "utf8");
	const [, example] = page.match(/```js\n(\/\/ shop\.mjs\n.*?)```/s) ?? [];
	if (example === undefined) throw new Error("docs/integrate.md has no shop.mjs.");
	return example;
}
