import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";
import { signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { insertRestore } from "./restores.store.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

test("finish signs all members of staff out, because sessions that had ended are back", async () => {
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
	await operatorOf(gateway).run("restore", "finish", "--reason", "drill", "--despite-open");
	expect(await status()).toEqual([401, 401]);
});
