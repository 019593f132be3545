import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, type Gateway, readConfig, startGateway } from "@cardseal/gateway";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { Advice } from "./advice.ts";
import { readMerchantSettings } from "./demo-file.ts";
import { screenOf } from "./print.ts";
import { tellFirstSale } from "./story.ts";

let directory: string;
let database: TestDatabase;
let gateway: Gateway;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-demo-"));
	database = await createTestDatabase();
	const settings = {
		SANDBOX: "1",
		PORT: "0",
		DATA_DIR: directory,
		DATABASE_URL: database.url,
		DATABASE_CONNECTIONS: "4",
	};
	gateway = await startGateway(readConfig(settings), createLog({ level: "silent" }));
});

afterAll(async () => {
	await gateway.stop();
	await database.drop();
	await rm(directory, { recursive: true });
});

test("the demo makes an approved and a declined sale, and shows each step and both records", async () => {
	let written = "";
	await tellFirstSale(await readMerchantSettings(directory), screenOf({ write: (text) => (written += text) }, {}));
	const steps = [...written.matchAll(/^[1-4] {2}(\w+)/gm)].map(([, step]) => step);
	expect(steps).toEqual(["Encrypt", "Identify", "Sell", "Read", "Encrypt", "Identify", "Sell", "Read"]);
	expect(written).toMatch(/APPROVED, HTTP 200\n.*amount +31\n.*DECLINED, HTTP 402\n.*amount +10\.99\n/s);
});

test("P-06 the demo shows neither the card number nor the bearer token", async () => {
	let written = "";
	await tellFirstSale(await readMerchantSettings(directory), screenOf({ write: (text) => (written += text) }, {}));
	expect(written).not.toMatch(/4111111111111111|eyJ|ct1[\w-]{20}/);
});

test("credentials of another sandbox end in advice", async () => {
	const settings = { ...(await readMerchantSettings(directory)), client_secret: "of another sandbox" };
	await expect(tellFirstSale(settings, screenOf({ write: () => true }, {}))).rejects.toThrow(Advice);
});
