import fc from "fast-check";
import { expect } from "vitest";
import { Books } from "./books.ts";
import { commands, expectRecord } from "./commands.ts";
import type { World } from "./world.ts";

const commandsInOneRun = 100;

/**
 * Plays random commands against the real routes and database, and compares the results with plain arrays. The same
 * seed plays the same commands.
 *
 * @throws with the shortest commands that lead to a difference
 */
export async function playLives(world: World, { atLeast, seed }: { atLeast: number; seed: number }): Promise<number> {
	let played = 0;
	for (let round = 0; played < atLeast; round++) {
		await fc.assert(
			fc.asyncProperty(fc.commands(commands, { maxCommands: commandsInOneRun, size: "max" }), async (life) => {
				const books = new Books();
				await fc.asyncModelRun(() => ({ model: books, real: world }), life);
				played += [...life].length;
				await expectSettled(books, world);
			}),
			{ seed: seed + round, numRuns: 10, endOnFailure: true },
		);
	}
	return played;
}

/** At the end, nothing is PENDING, and the records, the processor's journal and the books agree. */
async function expectSettled(books: Books, world: World): Promise<void> {
	await world.recover();
	books.recover();
	for (const entry of books.entries) await expectRecord(books, world, entry);
	await expectJournal(books, world);
	await expectEvents(books, world);
	await expectNothingLeft(world);
}

/** Both have the same approvals, for the same amounts. */
async function expectJournal({ entries }: Books, world: World): Promise<void> {
	if (entries.length === 0) return;
	const rows = await world.journal(entries.map(({ transactionId }) => transactionId));
	const approved = rows
		.filter(({ result }) => result === "approved")
		.map((row) => `${row.reference} ${row.amountCents}`);
	const believed = entries
		.filter(({ state }) => state === "approved")
		.map((entry) => `${entry.transactionId} ${entry.cents}`);
	expect(approved.sort()).toEqual(believed.sort());
	expect(rows).toHaveLength(entries.length);
}

/** Every change of a transaction has its event, once; that of an unknown outcome comes before that of the outcome. */
async function expectEvents({ entries }: Books, world: World): Promise<void> {
	if (entries.length === 0) return;
	const events = await world.events(entries.map(({ transactionId }) => transactionId));
	const isPending = (event: string) => event.endsWith(" transaction.pending");
	const expected = entries.flatMap(({ transactionId, state, type, original }) => [
		`${transactionId} transaction.${state}`,
		...(type === "void" && state === "approved" ? [`${original?.transactionId} transaction.voided`] : []),
	]);
	expect(events.filter((event) => !isPending(event)).sort()).toEqual(expected.sort());
	const told = entries.flatMap(({ transactionId: id }) => (world.told.has(id) ? `${id} transaction.pending` : []));
	expect(events.filter(isPending).sort()).toEqual(told.sort());
	for (const event of told) {
		const [id = ""] = event.split(" ");
		expect(events.find((one) => one.startsWith(id))).toBe(event);
	}
}

async function expectNothingLeft({ tables }: World): Promise<void> {
	const count = (rows: unknown[]) => rows.length;
	const left = {
		pending: count(await tables.selectFrom("transactions").select("id").where("status", "=", "PENDING").execute()),
		waiting: count(await tables.selectFrom("pending_transactions").select("transaction_id").execute()),
		refunding: count(await tables.selectFrom("transactions").select("id").where("refunding_cents", ">", 0).execute()),
		held: count(await tables.selectFrom("pending_cards").select("transaction_id").execute()),
		unanswered: count(
			await tables.selectFrom("idempotency_keys").select("key").where("response_status", "is", null).execute(),
		),
	};
	expect(left).toEqual({ pending: 0, waiting: 0, refunding: 0, held: 0, unanswered: 0 });
	const shown = await tables.selectFrom("cards").select("lookup_id").execute();
	const stored = await tables.selectFrom("vault.stored_cards").select("card_id").execute();
	expect(stored.map((row) => row.card_id).sort()).toEqual(shown.map((row) => row.lookup_id).sort());
}
