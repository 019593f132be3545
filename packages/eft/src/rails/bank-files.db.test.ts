import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BankAccount, type Item, rbcLike, readAftFile } from "@cardseal/aft";
import { createVault, generateMasterKey, type Vault } from "@cardseal/vault";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { type BankReturn, returnedFile } from "../../../../test/fixtures/eft/returned-file.ts";
import { insertEft, shownBalances } from "../../../../test/fixtures/eft/wallets.ts";
import { type AllTables, openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import type { BusinessWork } from "../../../platform/src/jobs/business-work.ts";
import { giveToRail, updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { railWork } from "../transfers/rail.job.ts";
import { verifyLedger } from "../wallet/verify-ledger.store.ts";
import { creditWallet, holdFunds } from "../wallet/wallet.ts";
import type { BankFileSettings } from "./aft-file.ts";
import { createAftRail } from "./aft-rail.ts";
import { importBankFile } from "./import-bank-file.ts";
import type { Payment, Rail, RailOutcome } from "./rail.ts";
import { createRails } from "./rails.ts";
import { type BankFiling, writeBankFiles, writeToDisk } from "./write-bank-files.ts";

const account: BankAccount = { institutionNumber: "004", transitNumber: "10202", accountNumber: "0034567" };
const settings: BankFileSettings = {
	profile: rbcLike,
	originatorId: "CARDSEAL01",
	dataCentre: "00320",
	returnAccount: { institutionNumber: "003", transitNumber: "00012", accountNumber: "7654321" },
	returnDays: 3,
};

const nothingDone = { files: [], refused: [], unreadable: [] };

/** Friday, 10:00 in Toronto. */
const friday = Date.UTC(2026, 10, 20, 15);
const hour = 3_600_000;
const day = 24 * hour;

let tables: TestTables;
let vault: Vault;
let rail: Rail;
let merchantId: number;
let now = friday;
let directory: string;

const clocks = { business: { now: () => now }, real: { now: () => now } };

beforeAll(async () => {
	tables = await openTestTables();
	vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: () => now,
		realNow: () => now,
	});
	rail = createAftRail({ database: tables.database.withTables(), clock: clocks.business });
	merchantId = await insertMerchant(tables.database, { mode: "live" });
});

afterAll(() => tables.drop());

beforeEach(async () => {
	now = friday;
	await forget();
	directory = await mkdtemp(join(tmpdir(), "cardseal-bank-"));
	return () => rm(directory, { recursive: true });
});

async function forget() {
	for (const table of ["aft.outcomes", "aft.payments", "aft.files", "aft.imports", "aft.originators"] as const) {
		await tables.database.deleteFrom(table).execute();
	}
}

/** Submits payments, each with a different amount. */
async function submit(count: number, differing: Partial<Payment> = {}): Promise<Payment[]> {
	const payments: Payment[] = [];
	for (let index = 0; index < count; index++) {
		const stored = await vault.storeBankAccount(tables.database.withTables(), { account, merchantId });
		payments.push({
			reference: newLookupId(),
			merchantId,
			direction: "credit",
			cents: 1_000 + index,
			bankAccountId: stored.id,
			partyName: "Élisabeth Côté",
			transactionCode: "450",
			...differing,
		});
	}
	await rail.submit(payments);
	return payments;
}

function batch(differing: Partial<BankFiling> = {}) {
	const filing = { database: tables.database.withTables(), vault, clocks, directory, caller: operator("ada") };
	return writeBankFiles({ ...filing, settings, ...differing });
}

async function itemsOf(path: string): Promise<Item[]> {
	return readAftFile(await readFile(path)).items;
}

async function allItems(): Promise<Item[]> {
	const names = (await readdir(directory)).sort();
	return (await Promise.all(names.map((name) => itemsOf(join(directory, name))))).flat();
}

const fileNumbers = async () =>
	(await tables.database.selectFrom("aft.files").select("file_creation_number as number").orderBy("id").execute()).map(
		({ number }) => number,
	);

async function outcomes(): Promise<RailOutcome[]> {
	const taken = await rail.listOutcomes(100);
	await rail.acknowledge(taken);
	return taken;
}

const take = (bytes: Uint8Array) =>
	importBankFile({ database: tables.database.withTables(), vault, clocks, caller: operator("ada") }, bytes);

describe("a batch", () => {
	test("writes queued credits and debits into separate files", async () => {
		await submit(7);
		await submit(1, { direction: "debit", partyName: "Harbour Books", cents: 99_999_999 });
		const { files, refused } = await batch();
		expect(refused).toEqual([]);
		expect(files).toEqual([
			{
				path: join(directory, `aft-${settings.originatorId}-2026-11-20-0001-credits.txt`),
				direction: "credit",
				payments: 7,
				cents: 7_021,
				valueDate: "2026-11-23",
			},
			{
				path: join(directory, `aft-${settings.originatorId}-2026-11-20-0002-debits.txt`),
				direction: "debit",
				payments: 1,
				cents: 99_999_999,
				valueDate: "2026-11-23",
			},
		]);
		const [credits = "", debits = ""] = files.map(({ path }) => path);
		expect((await itemsOf(credits))[0]).toMatchObject({
			kind: "credit",
			amountCents: 1_000,
			account,
			name: "ELISABETH COTE",
			originatorLongName: "MAPLE & MAIN",
			returnAccount: settings.returnAccount,
			valueDate: "2026-11-23",
			transactionCode: "450",
		});
		expect(await itemsOf(debits)).toMatchObject([{ kind: "debit", name: "HARBOUR BOOKS" }]);
		expect(readAftFile(await readFile(debits)).header).toEqual({
			originatorId: settings.originatorId,
			fileCreationNumber: 2,
			creationDate: "2026-11-20",
			dataCentre: "00320",
			currency: "CAD",
		});
	});

	test("S-22 files are readable by their owner alone, and no draft is left", async () => {
		await submit(1);
		const { files } = await batch();
		expect(await readdir(directory)).toHaveLength(1);
		expect((await stat(files[0]?.path ?? "")).mode & 0o777).toBe(0o600);
	});

	test("writes nothing without queued payments, and each payment once even if submitted again", async () => {
		expect(await batch()).toEqual(nothingDone);
		const payments = await submit(3);
		await Promise.all([rail.submit(payments), rail.submit(payments)]);
		await Promise.all([batch(), batch(), batch()]);
		await rail.submit(payments);
		expect(await batch()).toEqual(nothingDone);
		expect(await allItems()).toHaveLength(3);
	});

	test("concurrent batches number files without a gap and write each payment once", async () => {
		await submit(2);
		await Promise.all([batch(), submit(2), batch(), submit(2), batch()]);
		await batch();
		const numbers = await fileNumbers();
		expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
		expect(new Set((await allItems()).map(({ crossReference }) => crossReference)).size).toBe(6);
		expect(await allItems()).toHaveLength(6);
	});

	test("starts again at 1 after file 9999", async () => {
		await submit(1);
		const originator = { originator_id: settings.originatorId, last_file_creation_number: 9_999 };
		await tables.database.insertInto("aft.originators").values(originator).execute();
		await batch();
		expect(await fileNumbers()).toEqual([1]);
	});

	test.each([
		[friday + 7 * hour - 1, "2026-11-20", "2026-11-23"],
		[friday + 7 * hour, "2026-11-20", "2026-11-24"],
		[friday + day, "2026-11-21", "2026-11-24"],
		[Date.UTC(2026, 11, 24, 15), "2026-12-24", "2026-12-29"],
	])(
		"a file written at %i is dated %s and pays on %s, by cut-off and bank holidays",
		async (time, creationDate, valueDate) => {
			now = time;
			await submit(1);
			const { files } = await batch();
			expect(files).toMatchObject([{ valueDate }]);
			expect(readAftFile(await readFile(files[0]?.path ?? "")).header.creationDate).toBe(creationDate);
		},
	);

	test("returns payments that no file can hold, and writes the rest", async () => {
		const [nameless] = await submit(1, { partyName: "株式会社" });
		const [forgotten] = await submit(1, { bankAccountId: "no such account" });
		await submit(1);
		const references = [nameless?.reference, forgotten?.reference];
		const { files, refused } = await batch();
		expect(refused).toEqual(references);
		expect(files).toMatchObject([{ payments: 1 }]);
		expect(new Set(await outcomes())).toEqual(
			new Set(references.map((reference) => ({ reference, result: "returned", code: "900" }))),
		);
		expect(await batch()).toEqual(nothingDone);
	});

	/** Corrupts a row of the vault, and restores it. */
	async function overwriteAccount(
		{ bankAccountId }: Pick<Payment, "bankAccountId">,
		encrypted: Buffer,
	): Promise<Buffer> {
		const row = tables.database.selectFrom("vault.bank_accounts").where("account_id", "=", bankAccountId);
		const { encrypted_account: before } = await row.select("encrypted_account").executeTakeFirstOrThrow();
		await tables.database
			.updateTable("vault.bank_accounts")
			.set({ encrypted_account: encrypted })
			.where("account_id", "=", bankAccountId)
			.execute();
		return before;
	}

	test("leaves out a payment whose account cannot be decrypted, and writes it once it can", async () => {
		const [first, spoiled, last] = await submit(3);
		if (!first || !spoiled || !last) throw new Error("Nothing was submitted.");
		const before = await overwriteAccount(spoiled, Buffer.alloc(64));
		expect(await batch()).toMatchObject({ files: [{ payments: 2 }], refused: [], unreadable: [spoiled.reference] });
		expect(await batch()).toEqual({ ...nothingDone, unreadable: [spoiled.reference] });
		expect((await allItems()).map(({ amountCents }) => amountCents)).toEqual([first.cents, last.cents]);
		await overwriteAccount(spoiled, before);
		expect(await batch()).toMatchObject({ files: [{ payments: 1, cents: spoiled.cents }], unreadable: [] });
		expect(await fileNumbers()).toEqual([1, 2]);
	});

	test("S-22 the error names the numbered file and the payment whose account cannot be decrypted", async () => {
		const [payment] = await submit(1);
		if (payment === undefined) throw new Error("Nothing was submitted.");
		await expect(batch({ write: () => Promise.reject(new Error("killed")) })).rejects.toThrow("killed");
		const before = await overwriteAccount(payment, Buffer.alloc(64));
		await expect(batch()).rejects.toThrow(
			`0001-credits.txt is numbered but was not written: the bank account of payment ${payment.reference}`,
		);
		await overwriteAccount(payment, before);
		expect((await batch()).files).toHaveLength(1);
	});

	test("S-25 each payment has an unguessable reference of capitals and digits", async () => {
		await submit(2);
		await batch();
		const references = (await allItems()).map(({ crossReference }) => crossReference);
		expect(references).toEqual([expect.stringMatching(/^[0-9A-Z]{19}$/), expect.stringMatching(/^[0-9A-Z]{19}$/)]);
		expect(references[0]?.slice(0, 10)).not.toBe(references[1]?.slice(0, 10));
	});

	test("P-33 every file leaves an audit event", async () => {
		await submit(2);
		await batch();
		const object = `aft-${settings.originatorId}-2026-11-20-0001-credits.txt`;
		expect((await auditEvents(tables.database, { object })).slice(-1)).toMatchObject([
			{ type: "bank_file.written", actor_id: "ada", details: { payments: 2, amount_cents: 2_001 } },
		]);
	});
});

describe("a batch that crashes", () => {
	const died = new Error("killed");

	test.each<[string, typeof writeToDisk]>([
		["before the file is on the disk", () => Promise.reject(died)],
		[
			"after that, before it is recorded",
			async (path, bytes) => {
				await writeToDisk(path, bytes);
				throw died;
			},
		],
	])(
		"%s is completed by the next batch with the same file; newer payments get another file",
		async (_moment, write) => {
			await submit(2);
			let made: Uint8Array = new Uint8Array();
			const dying: typeof writeToDisk = (path, bytes) => {
				made = bytes;
				return write(path, bytes);
			};
			await expect(batch({ write: dying })).rejects.toThrow(died);
			now += 3 * day;
			await submit(1);
			const { files } = await batch();
			expect(files.map(({ payments, valueDate }) => ({ payments, valueDate }))).toEqual([
				{ payments: 2, valueDate: "2026-11-23" },
				{ payments: 1, valueDate: "2026-11-24" },
			]);
			expect(await readFile(files[0]?.path ?? "")).toEqual(Buffer.from(made));
			expect(await fileNumbers()).toEqual([1, 2]);
			expect(await batch()).toEqual(nothingDone);
		},
	);

	test("before a number is assigned leaves no gap", async () => {
		await submit(1);
		const failing = { readBankAccounts: () => Promise.reject(died) };
		await expect(batch({ vault: failing })).rejects.toThrow(died);
		await batch();
		expect(await fileNumbers()).toEqual([1]);
	});

	test("under other settings writes nothing rather than a different file", async () => {
		await submit(1);
		await expect(batch({ write: () => Promise.reject(died) })).rejects.toThrow(died);
		const returnAccount = { ...settings.returnAccount, accountNumber: "1111111" };
		const refusal = batch({ settings: { ...settings, returnAccount } });
		await expect(refusal).rejects.toThrow("Set EFT_RETURN_ACCOUNT");
		expect(await readdir(directory)).toEqual([]);
		expect((await batch()).files).toHaveLength(1);
	});
});

describe("random batches and crashes", () => {
	const died = new Error("killed");

	/** The files on the disk. A file written again must have the same bytes. */
	let disk: Map<string, Buffer>;

	const writeOnce: typeof writeToDisk = async (path, bytes) => {
		const before = disk.get(path);
		if (before !== undefined) expect(Buffer.from(bytes)).toEqual(before);
		disk.set(path, Buffer.from(bytes));
	};

	const deaths: Record<string, Partial<BankFiling>> = {
		"while accounts are read": { vault: { readBankAccounts: () => Promise.reject(died) } },
		"before the file is on the disk": { write: () => Promise.reject(died) },
		"before that is recorded": { write: (path, bytes) => writeOnce(path, bytes).then(() => Promise.reject(died)) },
	};

	const steps: Record<string, () => Promise<unknown>> = {
		"a credit is submitted": () => submit(1),
		"debits are submitted": () => submit(2, { direction: "debit" }),
		"half a day passes": async () => {
			now += day / 2;
		},
		"a batch is written": () => batch({ write: writeOnce }),
		"two batches are written at once": () => Promise.all([batch({ write: writeOnce }), batch({ write: writeOnce })]),
		...Object.fromEntries(
			Object.entries(deaths).map(([when, how]) => [
				`a batch dies ${when}`,
				// Without work it does not crash.
				() => batch({ write: writeOnce, ...how }).catch((error: unknown) => expect(error).toBe(died)),
			]),
		),
	};

	test("S-25 every payment is in one file and file numbers have no gap, despite crashes", async () => {
		const life = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 5, maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(life, async (names) => {
				await forget();
				now = friday;
				disk = new Map();
				for (const name of names) await steps[name]?.();
				await batch({ write: writeOnce });
				const submitted = await tables.database.selectFrom("aft.payments").select("amount_cents").execute();
				const filed = [...disk.values()].flatMap((bytes) => readAftFile(bytes).items);
				expect(new Set(filed.map(({ crossReference }) => crossReference)).size).toBe(submitted.length);
				expect(filed).toHaveLength(submitted.length);
				const numbers = await fileNumbers();
				expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
				expect(disk.size).toBe(numbers.length);
			}),
			{ numRuns: 15 },
		);
	});
});

describe("a payment in a file", () => {
	/** Three business days after Monday. */
	const settledAt = Date.UTC(2026, 10, 26, 5);

	test("S-25 settles some business days after its value date; the outcome repeats until acknowledged", async () => {
		const [payment] = await submit(1);
		expect(await rail.nextOutcomeAt()).toBeUndefined();
		await batch();
		expect(await rail.nextOutcomeAt()).toBe(settledAt);
		now = settledAt - 1;
		expect(await rail.listOutcomes(100)).toEqual([]);
		now = settledAt;
		const settled = [{ reference: payment?.reference, result: "settled" }];
		expect(await rail.listOutcomes(100)).toEqual(settled);
		expect(await outcomes()).toEqual(settled);
		expect(await rail.listOutcomes(100)).toEqual([]);
	});

	test("S-25 the days count from the time of writing, not of numbering", async () => {
		await submit(1);
		await expect(batch({ write: () => Promise.reject(new Error("killed")) })).rejects.toThrow("killed");
		expect(await rail.nextOutcomeAt()).toBeUndefined();
		now += 7 * day;
		await batch();
		expect(await rail.nextOutcomeAt()).toBe(settledAt + 7 * day);
	});

	test("S-25 a returned payment has the bank's code and is never reported as settled", async () => {
		const [payment, other] = await submit(2);
		const { files } = await batch();
		const [item] = await itemsOf(files[0]?.path ?? "");
		if (item === undefined) throw new Error("The file is empty.");
		now += 3 * day;
		expect(await take(returnedFile([{ item, code: "905" }]))).toEqual({
			returned: [{ line: 2, reference: payment?.reference, cents: 1_000, code: "905" }],
			leftOver: [],
		});
		now = settledAt;
		expect(await outcomes()).toEqual([
			{ reference: payment?.reference, result: "returned", code: "905" },
			{ reference: other?.reference, result: "settled" },
		]);
	});

	test("S-25 a late return follows the settlement", async () => {
		const [payment] = await submit(1, { direction: "debit" });
		const { files } = await batch();
		now = settledAt;
		expect(await outcomes()).toMatchObject([{ result: "settled" }]);
		now += 80 * day;
		const items = await itemsOf(files[0]?.path ?? "");
		await take(returnedFile(items.map((item) => ({ item, code: "915" }))));
		expect(await outcomes()).toEqual([{ reference: payment?.reference, result: "returned", code: "915" }]);
	});
});

describe("a file of returned items", () => {
	async function sent(count: number): Promise<Item[]> {
		await submit(count);
		const { files } = await batch();
		return itemsOf(files[0]?.path ?? "");
	}

	test("is imported once; importing it again does nothing", async () => {
		const bytes = returnedFile((await sent(1)).map((item) => ({ item, code: "901" })));
		const both = await Promise.all([take(bytes), take(bytes)]);
		expect(both.filter((taken) => taken !== undefined)).toHaveLength(1);
		expect(await outcomes()).toHaveLength(1);
		expect(await take(bytes)).toBeUndefined();
		expect(await outcomes()).toEqual([]);
	});

	test("is rejected as a whole, with line and column, when one byte is wrong", async () => {
		const bytes = returnedFile((await sent(2)).map((item) => ({ item, code: "901" })));
		const changed = Buffer.from(bytes);
		// A digit of the second item's amount; the first item is correct.
		changed[1_465 + 24 + 240 + 5] = "7".charCodeAt(0);
		await expect(take(changed)).rejects.toThrow(/^Line 3, column 47: expected/);
		expect(await outcomes()).toEqual([]);
		expect(await take(bytes)).toMatchObject({ leftOver: [] });
	});

	test("reports items of unknown payments, wrong amounts and repeated returns, and imports the rest", async () => {
		const [first, second, third, fourth] = await sent(4);
		if (!first || !second || !third || !fourth) throw new Error("The file is short.");
		await take(returnedFile([{ item: first, code: "901" }]));
		await outcomes();
		const taken = await take(
			returnedFile(
				[
					{ item: first, code: "901" },
					{ item: second, code: "902", wrong: { amountCents: 1 } },
					{ item: third, code: "903", wrong: { crossReference: "0123456789ABCDEFGHI" } },
					{ item: third, code: "903", wrong: { crossReference: "SOMEBODY-ELSE" } },
					{ item: third, code: "903", wrong: { kind: "debit" } },
					{ item: fourth, code: "905" },
				],
				2,
			),
		);
		expect(taken?.leftOver.map(({ problem }) => problem)).toEqual([
			"returned before",
			"another amount",
			"not our payment",
			"not our payment",
			"not our payment",
		]);
		expect(await outcomes()).toMatchObject([{ result: "returned", code: "905" }]);
	});

	const otherAccount: BankAccount = { ...account, accountNumber: "7654321" };

	test.each<[string, NonNullable<BankReturn["wrong"]>]>([
		["another value date", { valueDate: "2026-11-24" }],
		["another bank account", { account: otherAccount }],
		["another bank account", { account: { ...account, transitNumber: "10203" } }],
		["another bank account", { account: { ...account, institutionNumber: "003" } }],
		["another return account", { returnAccount: otherAccount }],
		["another return account", { returnAccount: { ...settings.returnAccount, transitNumber: "00013" } }],
	])("S-25 reports an item with %s and reverses nothing", async (problem, wrong) => {
		const [item] = await sent(1);
		if (item === undefined) throw new Error("The file is empty.");
		expect(await take(returnedFile([{ item, code: "905", wrong }]))).toMatchObject({
			returned: [],
			leftOver: [{ line: 2, problem }],
		});
		expect(await outcomes()).toEqual([]);
	});

	test("S-25 compares account numbers without leading zeros", async () => {
		const [item] = await sent(1);
		if (item === undefined) throw new Error("The file is empty.");
		const padded = (one: BankAccount) => ({ ...one, accountNumber: one.accountNumber.padStart(12, "0") });
		const wrong = { account: padded(account), returnAccount: padded(settings.returnAccount) };
		expect(await take(returnedFile([{ item, code: "905", wrong }]))).toMatchObject({
			returned: [{ code: "905" }],
			leftOver: [],
		});
	});

	test("S-25 imports items without a return account, also after it was changed", async () => {
		const [first, second] = await sent(2);
		if (!first || !second) throw new Error("The file is short.");
		const text = Buffer.from(returnedFile([{ item: first, code: "905" }])).toString();
		const without = text.replace(`000300012${settings.returnAccount.accountNumber}`, " ".repeat(16));
		expect(without).not.toBe(text);
		expect(await take(Buffer.from(without))).toMatchObject({ returned: [{ code: "905" }], leftOver: [] });
		await submit(1);
		await batch({ settings: { ...settings, returnAccount: otherAccount } });
		expect(await take(returnedFile([{ item: second, code: "905" }], 2))).toMatchObject({ leftOver: [] });
	});

	test("S-22 reports an item whose payment has no account to compare", async () => {
		await submit(1);
		const { files } = await batch();
		await tables.database.deleteFrom("vault.bank_accounts").execute();
		const items = await itemsOf(files[0]?.path ?? "");
		expect(await take(returnedFile(items.map((item) => ({ item, code: "905" }))))).toMatchObject({
			returned: [],
			leftOver: [{ problem: "its bank account cannot be compared" }],
		});
	});

	test("is rejected as a whole when it is a file for the bank", async () => {
		await submit(1);
		const { files } = await batch();
		const bytes = await readFile(files[0]?.path ?? "");
		await expect(take(bytes)).rejects.toThrow("a payment to the bank, not a returned item");
	});
});

describe("a live merchant's wallet", () => {
	let work: BusinessWork;
	let liveId: number;

	beforeEach(async () => {
		const database: Database = tables.database.withTables();
		work = railWork({ database, clocks, rails: railsWith({ isBankConnected: true }) });
		liveId = await insertMerchant(tables.database, { mode: "live" });
	});

	/** Queues an outgoing payment, or a debit that a payer accepted. */
	async function begin(kind: "send" | "request", cents: number): Promise<string> {
		const merchantId = liveId;
		const transactionId = await insertEft(tables.database, { merchantId, kind, cents });
		const stored = await vault.storeBankAccount(tables.database.withTables(), { account, merchantId });
		await tables.database.transaction().execute(async (transaction: AllTables) => {
			const own: Database = transaction.withTables();
			const amount = { merchantId, transactionId, cents, now };
			if (kind === "send") expect(await holdFunds(own, amount)).toBe(true);
			else await creditWallet(own, amount);
			if (kind === "request") await updateEftTransaction(own, transactionId, { result: "APPROVED" });
			const details = { partyName: "Ada Lovelace", bankAccountId: stored.id, maskedAccount: stored.masked };
			await giveToRail(own, transactionId, { rail: "aft", ...details });
		});
		return transactionId;
	}

	/** Runs the due work and verifies the ledger. */
	async function live(until = now) {
		now = until;
		await work.run();
		expect((await verifyLedger(tables.database.withTables())).differences).toEqual([]);
		return shownBalances(tables.database, liveId);
	}

	/** The bank returns payments of these amounts. */
	async function bankReturns(cents: number[], code: string) {
		const returned = (await allItems()).filter(({ amountCents }) => cents.includes(amountCents));
		expect(returned).toHaveLength(cents.length);
		await take(returnedFile(returned.map((item) => ({ item, code }))));
	}

	test("S-23 S-25 collects, pays out and gets returns by files, with a consistent ledger after each step", async () => {
		await begin("request", 100_000);
		expect(await live()).toEqual({ actualCents: 100_000, unclearedCents: 100_000 });
		await batch();
		expect(await live(friday + 6 * day)).toEqual({ actualCents: 100_000, availableCents: 100_000 });

		const closed = await begin("send", 30_000);
		await begin("send", 20_000);
		await live();
		await batch();
		await bankReturns([30_000], "905");
		expect(await live()).toEqual({ actualCents: 100_000, heldCents: 20_000, availableCents: 80_000 });
		expect(await live(now + 7 * day)).toEqual({ actualCents: 80_000, availableCents: 80_000 });
		const { result, return_code } = await tables.database
			.selectFrom("eft_transactions")
			.selectAll()
			.where("transaction_id", "=", closed)
			.executeTakeFirstOrThrow();
		expect({ result, return_code }).toEqual({ result: "DECLINED", return_code: "905" });

		// The payer disputes after most of the funds are spent: the wallet owes them, and is never negative.
		await bankReturns([100_000], "915");
		expect(await live(now + 60 * day)).toEqual({ owedCents: 20_000 });
	});
});

function railsWith({ isBankConnected }: { isBankConnected: boolean }) {
	const database: Database = tables.database.withTables();
	return createRails({ database, vault, clock: clocks.business, delayMs: 0, isBankConnected });
}

test("S-21 a live merchant whose name bank files cannot hold gets an error before funds are held", () => {
	const { railFor } = railsWith({ isBankConnected: true });
	expect(() => railFor({ mode: "live", name: "株式会社" })).toThrow("Set a name with Latin letters");
	expect(railFor({ mode: "demo", name: "株式会社" }).name).toBe("demo");
});

test.each([
	["demo", true, "demo"],
	["demo", false, "demo"],
	["live", true, "aft"],
	["live", false, "EFT_BANK"],
] as const)("X-55 payments of a %s merchant, with a bank connected: %s, use %s", (mode, isBankConnected, expected) => {
	const railOf = () => railsWith({ isBankConnected }).railFor({ mode, name: "Maple & Main" }).name;
	if (expected === "EFT_BANK") expect(railOf).toThrow(expected);
	else expect(railOf()).toBe(expected);
});
