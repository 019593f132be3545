import { afterAll, beforeAll, expect, test } from "vitest";
import {
	type Client,
	cardWith,
	expectProblem,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { authenticateAtBank } from "../../../../test/fixtures/payments/bank.ts";

// What lists, the export and the transaction tell of 3-D Secure.

let gateway: TestGateway;
let client: Client;
const ids: Record<string, string> = {};
const transactions = "/transaction-service/transaction";

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	for (const [name, number, when] of [
		["plain", "4111111111111111", "never"],
		["authenticated", "4000000000001000", "auto"],
		["attempted", "4000000000001026", "auto"],
		["unavailable", "4000000000001034", "auto"],
	] as const) {
		const { status, body } = await client.post(salePath, { ...cardWith(number), amount: 31, three_d_secure: when });
		expect(status).toBe(200);
		ids[name] = String(body.transaction_id);
	}
});

afterAll(() => gateway.stop());

async function found(query: string): Promise<string[]> {
	const { body } = await client.get(`${transactions}?${query}`);
	const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
	return (body.entities as JsonObject[]).map((one) => nameOf.get(String(one.transaction_id)) ?? "unknown").sort();
}

test("lists filter by the bank's authentication and by who bears fraud", async () => {
	expect(await found("three_d_secure_status=Y")).toEqual(["authenticated"]);
	expect(await found("three_d_secure_status=A,u")).toEqual(["attempted", "unavailable"]);
	expect(await found("liability_shift=true")).toEqual(["attempted", "authenticated"]);
	expect(await found("liability_shift=false")).toEqual(["unavailable"]);
	expectProblem(await client.get(`${transactions}?liability_shift=yes`), 400, "BAD_REQUEST");
	expectProblem(await client.get(`${transactions}?three_d_secure_status=X`), 400, "BAD_REQUEST");
});

test("the export has both, and the same filters", async () => {
	const { text } = await client.get(`${transactions}.csv?liability_shift=false`);
	const [head = "", line = "", ...others] = text.split("\r\n");
	expect(head).toMatch(/"metadata","three_d_secure_status","liability_shift"$/);
	expect(line).toMatch(/,"?U"?,"?false"?$/);
	expect(others).toEqual([""]);
});

test("reading a transaction tells the payer's page, while the payer may act", async () => {
	const sent = { ...cardWith("4000000000001091"), amount: 31, three_d_secure: "auto" };
	const { status, body } = await client.post(salePath, sent);
	expect([status, body.reason]).toEqual([402, "action_required"]);
	const path = `${transactions}/${body.transaction_id}`;
	expect((await client.get(path)).body).toMatchObject({
		transaction_result: "PENDING",
		next_action: body.next_action,
	});
	const { pathname } = new URL((body.next_action as { url: string }).url);
	const page = await (await fetch(gateway.url + pathname)).text();
	const creq = /name="creq" value="([^"]+)"/.exec(page)?.[1] ?? "";
	const fields = await authenticateAtBank(gateway, creq);
	const returned = await fetch(`${gateway.url}${pathname}/return`, {
		method: "POST",
		body: new URLSearchParams(fields),
	});
	expect(returned.status).toBe(200);
	const { body: read } = await client.get(path);
	expect(read).toMatchObject({
		transaction_result: "APPROVED",
		three_d_secure: { status: "Y", liability_shift: true },
	});
	expect(read).not.toHaveProperty("next_action");
});
