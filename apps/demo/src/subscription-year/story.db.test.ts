import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, type Gateway, readConfig, startGateway } from "@cardseal/gateway";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { readMerchantSettings } from "../first-sale/demo-file.ts";
import { screenOf } from "../first-sale/print.ts";
import { tellSubscriptionYear } from "./story.ts";

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

async function tell(): Promise<string> {
	let written = "";
	await tellSubscriptionYear(
		await readMerchantSettings(directory),
		screenOf({ write: (text) => (written += text) }, {}),
	);
	return written;
}

test("P-06 the demo shows a year: payments, a card that fails, a suspension, a new card and the recovery, each with its mail, and no card number or token", async () => {
	const written = await tell();
	const outcomes = [...written.matchAll(/^ {2}\d{4}-\d\d-\d\d .* (APPROVED|DECLINED) .*(Receipt|failed|suspended)/gm)];
	const sequence = outcomes.map(([, outcome, mail]) => `${outcome} ${mail}`);
	const times = (count: number, what: string) => Array.from({ length: count }, () => what);
	expect(sequence).toEqual([
		...times(3, "APPROVED Receipt"),
		...times(4, "DECLINED failed"),
		"DECLINED suspended",
		...times(9, "APPROVED Receipt"),
	]);
	const states = [...written.matchAll(/subscription is (\w+), with (\d+) of 12/g)].map(([, ...state]) => state);
	expect(states).toEqual([
		["ACTIVE", "3"],
		["SUSPENDED", "3"],
		["ACTIVE", "4"],
		["EXPIRED", "12"],
	]);
	expect(written).not.toMatch(/\b[0-9]{13,19}\b|eyJ|ct1[\w-]{20}/);
});

test("the demo can be told again, a year later, and shows that year alone", async () => {
	const [first, second] = [await tell(), await tell()];
	const yearOf = (written: string) => Number(/^ {2}(\d{4})-/m.exec(written)?.[1]);
	expect(yearOf(second)).toBe(yearOf(first) + 1);
	expect(second.match(/APPROVED/g)).toHaveLength(12);
});
