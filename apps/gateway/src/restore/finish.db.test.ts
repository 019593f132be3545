import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";
import { signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { addToOpenRestore, insertRestore } from "./restores.store.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

test("finish signs all members of staff out, and gives no number of a bank file again", async () => {
	const [owner, stranger] = [
		await signInStaff(gateway.url, gateway.demo),
		await signInStaff(gateway.url, gateway.demo.second_merchant),
	];
	const status = async () => [
		(await owner.get("/app/api/session")).status,
		(await stranger.get("/app/api/session")).status,
	];
	await insertRestore(gateway.database.tables.withTables(), {
		noticed_at: gateway.clocks.real.now(),
		window_from: 0,
		missing: {},
		kept_file_numbers: {},
	});
	expect(await status()).toEqual([200, 200]);
	const { database } = gateway;
	const banks = [
		{ originator_id: "CARDSEAL01", last_file_creation_number: 50 },
		{ originator_id: "CARDSEAL02", last_file_creation_number: 1_050 },
	];
	await database.tables.insertInto("aft.originators").values(banks).execute();
	const seen = { seenAt: 0, windowFrom: 0, fileNumbers: { CARDSEAL01: 52, CARDSEAL02: 60 } };
	await addToOpenRestore(database.tables.withTables(), seen);
	await operatorOf(gateway).run("restore", "finish", "--reason", "drill", "--despite-open");
	expect(await status()).toEqual([401, 401]);
	// The bank has files 51 and 52, though nothing was reconciled. Another number is beyond those seen.
	const numbers = database.tables.selectFrom("aft.originators").selectAll().orderBy("originator_id");
	expect(await numbers.execute()).toEqual([
		expect.objectContaining({ originator_id: "CARDSEAL01", last_file_creation_number: 52 }),
		expect.objectContaining({ originator_id: "CARDSEAL02", last_file_creation_number: 1_050 }),
	]);
});
