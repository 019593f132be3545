import { inspect } from "node:util";
import { testNumbers } from "@cardseal/card";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { generateMasterKey } from "../keys/at-rest.ts";
import { KeyRing } from "../keys/key-ring.ts";
import { MasterKeys } from "../keys/master-keys.ts";
import type { StoredCardsTable } from "../schema.ts";
import { acceptCard, type Card, securityCodeOf } from "./card.ts";
import { digitsOf } from "./pan.ts";
import {
	createCardReader,
	createStoredCardReader,
	deleteStoredCard,
	StoredCardUnreadable,
	storeCard,
} from "./stored-cards.ts";

const now = Date.UTC(2026, 10, 21);
const fields = { number: "4242424242424242", month: "08", year: "31", securityCode: "937" };
const owner = { merchantId: 7, customerId: 70 };
const masterKeys = new MasterKeys({ masterKey: generateMasterKey() });

let tables: TestTables;
let keyRing: KeyRing;

beforeAll(async () => {
	tables = await openTestTables();
	keyRing = await KeyRing.open({ database: tables.database.withTables(), masterKeys, now: () => now });
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await sql`delete from vault.stored_cards`.execute(tables.database);
});

function store(cardId: string, of: Partial<{ card: Card; owner: typeof owner }> = {}): Promise<string> {
	const card = of.card ?? acceptCard(fields, "test", now);
	return storeCard(tables.database.withTables(), keyRing, { cardId, card, owner: of.owner ?? owner, now });
}

function read(cardId: string, of = owner): Promise<Card | undefined> {
	const details = { brand: "Visa", expiryMonth: "09", expiryYear: "32" } as const;
	return createStoredCardReader(tables.database.withTables(), keyRing)({ cardId, owner: of, details });
}

const rows = () => tables.database.selectFrom("vault.stored_cards").selectAll().orderBy("card_id").execute();

async function change(cardId: string, values: Partial<StoredCardsTable>): Promise<void> {
	await tables.database.updateTable("vault.stored_cards").set(values).where("card_id", "=", cardId).execute();
}

describe("a stored card", () => {
	test.each(testNumbers)(
		"is read with its number (%s) and current expiry, without a security code",
		async ({ number }) => {
			const securityCode = number.startsWith("3") && number.length === 15 ? "9372" : "937";
			await store("a", { card: acceptCard({ ...fields, number, securityCode }, "test", now) });
			const card = await read("a");
			expect(card && digitsOf(card.pan)).toBe(number);
			expect(card?.expiry).toBe("09/32");
			expect(card && securityCodeOf(card)).toBeUndefined();
		},
	);

	test("P-02 P-10 has no digit of number or security code in its row, for any length", async () => {
		const numbers = ["4222222222222", "4242424242424242", "6205500000000000004"];
		for (const [index, number] of numbers.entries()) {
			await store(String(index), { card: acceptCard({ ...fields, number }, "test", now) });
		}
		const stored = await rows();
		expect(new Set(stored.map(({ encrypted_number }) => encrypted_number.length)).size).toBe(1);
		for (const number of numbers) expect(inspect(stored)).not.toContain(number.slice(0, 6));
	});

	test("has a fresh nonce and the same keyed hash for each encryption", async () => {
		await store("a");
		await store("b", { owner: { ...owner, customerId: 71 } });
		const [a, b] = await rows();
		expect(a?.encrypted_number.equals(b?.encrypted_number ?? Buffer.of())).toBe(false);
		expect(a?.fingerprint).toEqual(b?.fingerprint);
	});

	test("P-09 has another fingerprint under another key", async () => {
		const other = await openTestTables();
		const otherRing = await KeyRing.open({ database: other.database.withTables(), masterKeys, now: () => now });
		expect(otherRing.mac("card_fingerprint", fields.number)).not.toEqual(
			keyRing.mac("card_fingerprint", fields.number),
		);
		await other.drop();
	});

	test("is stored once per customer, even when added many times at once", async () => {
		const ids = await Promise.all(["a", "b", "c", "d", "e"].map((cardId) => store(cardId)));
		expect(new Set(ids).size).toBe(1);
		expect((await rows()).map(({ card_id }) => card_id)).toEqual([ids[0]]);
		expect(await store("f", { owner: { ...owner, customerId: 71 } })).toBe("f");
		expect(await store("g", { owner: { ...owner, merchantId: 8 } })).toBe("g");
	});

	test("X-01 cannot be found or deleted by other merchants and customers", async () => {
		await store("a");
		for (const stranger of [
			{ ...owner, merchantId: 8 },
			{ ...owner, customerId: 71 },
		]) {
			expect(await read("a", stranger)).toBeUndefined();
			await deleteStoredCard(tables.database.withTables(), { cardId: "a", owner: stranger });
		}
		expect(await read("a")).toBeDefined();
		expect(await read("b")).toBeUndefined();
	});

	test("is joined to a caller's rows, which get neither ciphertext nor key", async () => {
		await store("a");
		const reader = createCardReader<string, { status: string }>(tables.database.withTables(), keyRing, {
			name: "test-cards",
			select: `
				select place, nullif(id, 'none') as card_id, 7::bigint as card_merchant_id,
					case id when 'stranger' then 71 else 70 end::bigint as card_customer_id, 'own ' || id as status
				from unnest($1::text[]) with ordinality as wanted (id, place)
				where id <> 'nothing'`,
			parametersOf: (wanted) => [wanted],
			detailsOf: () => ({ brand: "Visa", expiryMonth: "09", expiryYear: "32" }),
		});
		const [found, none, stranger, nothing] = await Promise.all(["a", "none", "stranger", "nothing"].map(reader));
		expect(found?.card && digitsOf(found.card.pan)).toBe(fields.number);
		expect(found?.row).toEqual({
			place: 1,
			card_id: "a",
			card_merchant_id: 7,
			card_customer_id: 70,
			status: "own a",
		});
		expect(none).toMatchObject({ row: { status: "own none" }, card: undefined });
		expect(stranger).toMatchObject({ row: { status: "own stranger" }, card: undefined });
		expect(nothing).toBeUndefined();
	});

	test("P-01 loses its ciphertext when it is deleted", async () => {
		await store("a");
		await deleteStoredCard(tables.database.withTables(), { cardId: "a", owner });
		expect(await rows()).toEqual([]);
		expect(await read("a")).toBeUndefined();
	});

	test("is not stored when its transaction fails", async () => {
		const failing = tables.database.transaction().execute(async (transaction: TestTables["database"]) => {
			const card = acceptCard(fields, "test", now);
			await storeCard(transaction.withTables(), keyRing, { cardId: "a", card, owner, now });
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await rows()).toEqual([]);
	});
});

describe("P-07 a row that was tampered with", () => {
	test("does not decrypt with another row's number", async () => {
		await store("a");
		await store("b", { card: acceptCard({ ...fields, number: "5555555555554444" }, "test", now) });
		const [a, b] = await rows();
		await change("a", { encrypted_number: b?.encrypted_number ?? Buffer.of() });
		await change("b", { encrypted_number: a?.encrypted_number ?? Buffer.of() });
		await expect(read("a")).rejects.toThrow(StoredCardUnreadable);
		await expect(read("b")).rejects.toThrow(StoredCardUnreadable);
	});

	test.each<[string, Partial<StoredCardsTable>, typeof owner]>([
		["merchant", { merchant_id: 8 }, { ...owner, merchantId: 8 }],
		["customer", { customer_id: 71 }, { ...owner, customerId: 71 }],
	])("does not decrypt for another %s", async (_whose, values, newOwner) => {
		await store("a");
		await change("a", values);
		await expect(read("a", newOwner)).rejects.toThrow(StoredCardUnreadable);
	});

	test("does not decrypt with any changed byte, and reveals nothing of the number", async () => {
		await store("a");
		const [row] = await rows();
		const bytes = row?.encrypted_number ?? Buffer.of();
		for (let index = 0; index < bytes.length; index++) {
			const changed = Buffer.from(bytes);
			changed[index] = (changed[index] ?? 0) ^ 1;
			await change("a", { encrypted_number: changed });
			const error = await read("a").catch((reason: unknown) => reason);
			expect(error).toBeInstanceOf(StoredCardUnreadable);
			expect(inspect(error)).not.toMatch(/4242/);
		}
	});

	test("P-16 does not decrypt once its key was destroyed", async () => {
		await store("a", { owner: { merchantId: 9, customerId: 1 } });
		await tables.database
			.updateTable("vault.keys")
			.set({ status: "destroyed", wrapped_secret: null })
			.where("merchant_id", "=", 9)
			.execute();
		await expect(read("a", { merchantId: 9, customerId: 1 })).rejects.toThrow(StoredCardUnreadable);
	});
});
