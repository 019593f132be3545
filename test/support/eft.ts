import { expect } from "vitest";
import type { Answer, Client, JsonObject } from "./client.ts";

export const eftPath = "/transaction-service-vt/eft";

/** Accounts at the sandbox's bank: one that it pays to, one that it returns, one that it returns after it settled. */
export const accounts = {
	good: { transit_number: "10202", institution_number: "004", account_number: "1236789" },
	returned: { transit_number: "10202", institution_number: "004", account_number: "000000901" },
	returnedLate: { transit_number: "10202", institution_number: "004", account_number: "000001901" },
} as const;

/** How long a demo merchant's payment is under way, where nothing else is set. */
export const railDelay = 60_000;

/** Until a bank returns what it had settled. */
export const lateReturnDelay = railDelay + 2 * 86_400_000;

/** A customer whose name banks are told. */
export async function newPayee(client: Client, details: JsonObject = {}): Promise<string> {
	const { body } = await client.post("/customer-service/customer", {
		email: "ada@example.com",
		first_name: "Ada",
		last_name: "Lovelace",
		province: "ON",
		country: "CA",
		...details,
	});
	return String(body.lookup_id);
}

/** A wallet's balances that are not zero. */
export async function balancesOf(client: Client): Promise<JsonObject> {
	const { status, body, text } = await client.get(`${eftPath}/balance`);
	expect(status, text).toBe(200);
	return Object.fromEntries(Object.entries(body).filter(([, amount]) => amount !== 0));
}

/** A transaction of a wallet as its report has it. */
export async function eftRecord(client: Client, { body }: Answer): Promise<JsonObject> {
	const answer = await client.get(`${eftPath}/transaction/${String(body.transaction_id)}`);
	expect(answer.status, answer.text).toBe(200);
	return answer.body;
}

/** Moves the sandbox's clock, and has everything done that falls due meanwhile. */
export async function passTime(client: Client, milliseconds: number): Promise<void> {
	const { status, text } = await client.post("/sandbox/clock", { advance_ms: milliseconds });
	expect(status, text).toBe(200);
}
