import type { CustomerKey } from "@cardseal/customers";
import type { Database } from "@cardseal/platform/db";
import {
	copiesPerSlice,
	deleteMailsAbout,
	eraseAnswers,
	erasePayees,
	findEventCopies,
	findPaymentCopies,
	findResponsesAbout,
	findResponsesOf,
	listEndpointIds,
	type PaymentPosition,
	replaceEvents,
	replaceResponses,
	type StoredResponse,
} from "./copies.store.ts";
import { erasePayments } from "./old-payments.store.ts";
import { withoutPersonalData } from "./without-personal-data.ts";

/**
 * Erases copies in payments, events, stored responses and the sandbox's mails. Each slice is a separate transaction;
 * repeating it changes nothing.
 */
export async function eraseCopies(database: Database, customer: CustomerKey): Promise<void> {
	await eraseFromPayments(database, customer);
	await cleanResponses(database, customer, await findResponsesAbout(database, customer));
	await eraseFromEvents(database, customer);
	for (const endpointId of await listEndpointIds(database, customer.merchantId)) {
		let after: number | undefined = 0;
		while (after !== undefined) after = await eraseAnswers(database, customer, endpointId, after);
	}
}

async function eraseFromPayments(database: Database, customer: CustomerKey): Promise<void> {
	for (const table of ["transactions", "eft_transactions"] as const) {
		let beyond: PaymentPosition | undefined;
		for (;;) {
			const slice = await findPaymentCopies(database, table, customer, beyond);
			const transactionIds = slice.map(({ transactionId }) => transactionId);
			await database.transaction().execute(async (transaction: Database) => {
				const ids = slice.map(({ id }) => id);
				if (table === "eft_transactions") await erasePayees(transaction, customer.merchantId, ids);
				await erasePayments(transaction, table, ids);
				await cleanResponses(transaction, customer, await findResponsesOf(transaction, transactionIds));
				await deleteMailsAbout(transaction, transactionIds);
			});
			beyond = slice.at(-1);
			if (slice.length < copiesPerSlice) break;
		}
	}
}

/** Keeps the Idempotency-Keys: without them, a retry would charge again. */
async function cleanResponses(
	database: Database,
	{ merchantId }: CustomerKey,
	responses: StoredResponse[],
): Promise<void> {
	const cleaned = responses.map((response) => ({
		...response,
		body: JSON.stringify(withoutPersonalData(JSON.parse(response.body))),
	}));
	await replaceResponses(database, merchantId, cleaned);
}

async function eraseFromEvents(database: Database, customer: CustomerKey): Promise<void> {
	let after: number | undefined = 0;
	while (after !== undefined) {
		const { copies, through } = await findEventCopies(database, customer, after);
		const cleaned = copies.map(({ sequence, data }) => ({ sequence, data: withoutPersonalData(data) }));
		await replaceEvents(database, customer.merchantId, cleaned);
		after = through;
	}
}
