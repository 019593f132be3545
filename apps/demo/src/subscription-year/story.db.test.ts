import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoGateway, startDemoGateway } from "../../test-support/demo-gateway.ts";
import { readMerchantSettings } from "../first-sale/demo-file.ts";
import { createScreen } from "../first-sale/print.ts";
import { tellSubscriptionYear } from "./story.ts";

let gateway: DemoGateway;

beforeAll(async () => {
	gateway = await startDemoGateway();
});

afterAll(() => gateway.stop());

async function tell(): Promise<string> {
	let written = "";
	await tellSubscriptionYear(
		await readMerchantSettings(gateway.directory),
		createScreen({ write: (text) => (written += text) }, {}),
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
	expect(written).not.toMatch(/\b[0-9]{13,19}\b|eyJ[\w-]{20}|ct1[\w-]{20}/);
});

test("the demo can run again, a year later, and shows that year only", async () => {
	const [first, second] = [await tell(), await tell()];
	const beginOf = (written: string) => Date.parse(/^ {2}(\d{4}-\d\d-\d\d)/m.exec(written)?.[1] ?? "");
	const days = (beginOf(second) - beginOf(first)) / 86_400_000;
	expect(days).toBeGreaterThanOrEqual(365);
	expect(days).toBeLessThanOrEqual(370);
	expect(second.match(/APPROVED/g)).toHaveLength(12);
});
