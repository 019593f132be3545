import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoGateway, startDemoGateway } from "../../test-support/demo-gateway.ts";
import { Advice } from "./advice.ts";
import { readMerchantSettings } from "./demo-file.ts";
import { createScreen } from "./print.ts";
import { tellFirstSale } from "./story.ts";

let gateway: DemoGateway;

beforeAll(async () => {
	gateway = await startDemoGateway();
});

afterAll(() => gateway.stop());

test("the demo makes an approved and a declined sale, and one that the payer is to confirm, and shows each step and record", async () => {
	let written = "";
	await tellFirstSale(
		await readMerchantSettings(gateway.directory),
		createScreen({ write: (text) => (written += text) }, {}),
	);
	const steps = [...written.matchAll(/^[1-5] {2}(\w+)/gm)].map(([, step]) => step);
	expect(steps).toEqual([
		"Encrypt",
		"Identify",
		"Sell",
		"Read",
		"Encrypt",
		"Identify",
		"Sell",
		"Read",
		"Sell",
		"Read",
		"Confirm",
	]);
	expect(written).toMatch(
		/APPROVED, HTTP 200\n.*amount +31\n.*DECLINED, HTTP 402\n.*amount +10\.99\n.*PENDING, HTTP 402\n.*next_action +\{"type":"challenge","url":"http.*the bank's code is 1234/s,
	);
});

test("P-06 the demo shows neither the card number nor the bearer token", async () => {
	let written = "";
	await tellFirstSale(
		await readMerchantSettings(gateway.directory),
		createScreen({ write: (text) => (written += text) }, {}),
	);
	expect(written).not.toMatch(/4111111111111111|eyJ[\w-]{20}|ct1[\w-]{20}/);
});

test("credentials of another sandbox end in advice", async () => {
	const settings = { ...(await readMerchantSettings(gateway.directory)), client_secret: "of another sandbox" };
	await expect(tellFirstSale(settings, createScreen({ write: () => true }, {}))).rejects.toThrow(Advice);
});
