import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodCard, salePath, signIn } from "../../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../../../test/fixtures/operator.ts";
import { readConfig } from "../../../config.ts";

let gateway: TestGateway;
let empty: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	empty = mkdtempSync(join(tmpdir(), "cardseal-restore-status-"));
});

afterAll(async () => {
	await gateway.stop();
	rmSync(empty, { recursive: true });
});

const status = (dataDirectory: string) =>
	operatorOf(gateway, { config: { ...readConfig({}), dataDirectory } }).run("restore", "status");

test("restore status compares the database with the newest rows seen", async () => {
	expect(await status(gateway.database.dataDirectory)).toMatchObject({
		isComplete: true,
		json: { restored: false, compared: true },
	});
});

test("restore status fails when nothing was compared", async () => {
	expect(await status(empty)).toMatchObject({
		isComplete: false,
		text: expect.stringContaining("Nothing was compared"),
		json: { restored: false, compared: false },
	});
});

describe("restore begin", () => {
	const begin = (from: string) => operatorOf(gateway).run("restore", "begin", "--from", from);

	test.each(["yesterday", "2026-11-21", "2026-11-21T09:00", "2026-13-41T09:00Z", "2999-01-01T00:00Z"])(
		"refuses the time %s",
		async (from) => {
			await expect(begin(from)).rejects.toThrow("--from takes a time in the past");
		},
	);

	test("pauses the gateways with a lost window from that time, until reconcile and finish", async () => {
		const client = await signIn(gateway.url, gateway.merchant);
		const sell = () => client.post(salePath, { amount: 31, ...goodCard });
		const operator = operatorOf(gateway);
		const { id: lastId } = (await sell()).body;
		const originator = { originator_id: "CARDSEAL01", last_file_creation_number: 9_500 };
		await gateway.database.tables.withTables().insertInto("aft.originators").values(originator).execute();
		await begin("2026-11-21T09:00Z");
		await expect(begin("2026-11-21T09:00Z")).rejects.toThrow("A restore is open already");
		await expect.poll(async () => (await sell()).body.reason).toBe("restored");
		// Processors are asked from a quarter of an hour before; merchants are told what is lost.
		const from = { lost_from: Date.parse("2026-11-21T09:00Z"), window_from: Date.parse("2026-11-21T08:45Z") };
		expect(await status(empty)).toMatchObject({
			isComplete: false,
			text: expect.stringMatching(/lost window +2026-11-21T09:00:00\.000Z to /),
			json: { restored: true, missing: {}, ...from, reconciled_at: null },
		});
		expect(await operator.run("restore", "reconcile")).toMatchObject({ isComplete: true, json: { written: 0 } });
		await operator.run("restore", "finish", "--reason", "The site was lost.");
		await expect.poll(async () => (await sell()).status).toBe(200);
		// Numbers that were given since the backup are unknown.
		const { last_file_creation_number } = await gateway.database.tables
			.withTables()
			.selectFrom("aft.originators")
			.select("last_file_creation_number")
			.executeTakeFirstOrThrow();
		expect(last_file_creation_number).toBe(501);
		expect((await sell()).body.id).toBeGreaterThan(Number(lastId) + 100_000_000);
	});
});
