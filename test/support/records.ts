import { expect } from "vitest";
import type { Transaction } from "../../apps/gateway/src/payments/tables.ts";
import type { Answer, JsonObject } from "../fixtures/client.ts";
import type { TestGateway } from "../fixtures/gateway.ts";

/** What only the gateway knows about a new charge: there, and of the right form. */
const madeByTheGateway = {
	id: expect.any(Number),
	transaction_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
	transaction_time: expect.any(Number),
	lookup_id: expect.any(Number),
	user_id: expect.any(Number),
};

const unknownDetails = {
	email: null,
	first_name: null,
	last_name: null,
	company: null,
	bcc_emails: null,
	telephone: null,
	address1: null,
	address2: null,
	city: null,
	province: null,
	country: null,
	postal_code: null,
	custom_id: null,
	invoice_id: null,
};

/** A complete record of an approved sale of 31 dollars on the Visa of the tests, without anything optional. */
export const approvedSale = {
	...madeByTheGateway,
	...unknownDetails,
	amount: 31,
	amount_refunded: 0,
	amount_tip: null,
	amount_tax: null,
	currency: "CAD",
	captured: true,
	card_type: "Visa",
	card_suffix: 1111,
	card_expiry: "08/31",
	transaction_success: true,
	transaction_result: "APPROVED",
	transaction_message: "Approved",
	transaction_source: "E_COMMERCE",
	transaction_type: "sale",
	processor_auth_code: expect.stringMatching(/^[0-9]{6}$/),
	processor_transaction_id: expect.stringMatching(/./),
	test_mode: true,
	original_transaction_id: null,
	voided: false,
	decline_code: null,
	guard_reason: null,
};

/** What the record of a declined charge has otherwise. */
export const declined = {
	transaction_success: false,
	transaction_result: "DECLINED",
	transaction_message: expect.stringMatching(/./),
	decline_code: expect.stringMatching(/^[a-z_]+$/),
	processor_auth_code: null,
};

/** What a 402 has beside the record. */
export function failure(answer: Answer): JsonObject {
	return {
		status: 402,
		code: "PAYMENT_FAILED",
		message: expect.stringMatching(/^[A-Z].+\.$/),
		request_id: answer.headers.get("X-Request-Id"),
	};
}

/** The rows of the processor's own journal, oldest first. */
export function journalOf({ database }: TestGateway) {
	return database.tables.selectFrom("demo_processor.journal").selectAll().orderBy("position").execute();
}

/** Every transaction that was written down, oldest first. */
export function transactionsOf({ database }: TestGateway): Promise<Transaction[]> {
	return database.tables.selectFrom("transactions").selectAll().orderBy("id").execute();
}
