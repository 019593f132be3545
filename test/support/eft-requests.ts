import { expect } from "vitest";
import type { Client, JsonObject } from "./client.ts";
import { eftPath, newPayee, passTime } from "./eft.ts";
import type { TestGateway } from "./gateway.ts";
import { type StaffBrowser, staffBrowser } from "./staff.ts";

/** Asks somebody for $31.00, and has the mail sent. */
export async function askFor(client: Client, email: string, fields: JsonObject = {}): Promise<JsonObject> {
	const customer = await newPayee(client, { email });
	const body = { amount: 31, description: "Walnut boards", ...fields };
	const { status, body: record, text } = await client.post(`${eftPath}/request/${customer}`, body);
	expect(status, text).toBe(200);
	await passTime(client, 1_000);
	return record;
}

/** The path of the link in the mail about a request. */
export async function linkIn({ database }: TestGateway, { transaction_id: id }: JsonObject): Promise<string> {
	const { text } = await database.tables
		.selectFrom("mailbox")
		.select("text")
		.where("message_id", "like", `eft-request.${String(id)}@%`)
		.executeTakeFirstOrThrow();
	const [, path] = /https?:\/\/[^/]+(\/pay\/\S+)/.exec(text) ?? [];
	if (path === undefined) throw new Error("The mail has no link.");
	return path;
}

/** What a payer types to pay from a bank account. */
export interface TypedPayment extends Record<string, string> {
	transit_number: string;
	institution_number: string;
	account_number: string;
}

/** A payer's browser at a link. */
export async function payerAt(gateway: TestGateway, path: string): Promise<StaffBrowser> {
	const browser = staffBrowser(gateway.url);
	await browser.get(path);
	return browser;
}

/** Opens a link and pays there from a bank account. */
export async function payBy(gateway: TestGateway, path: string, account: TypedPayment): Promise<void> {
	const payer = await payerAt(gateway, path);
	const { status, text } = await payer.submit({ holder: "Ada Lovelace", agree: "yes", ...account });
	expect(status, text).toBe(303);
}
