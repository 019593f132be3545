import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
