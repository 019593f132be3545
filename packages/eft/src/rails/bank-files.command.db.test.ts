import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { genericBank, readAftFile } from "@cardseal/aft";
import { createVault, type Vault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../../apps/gateway/src/config.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { returnedFile } from "../../../../test/fixtures/eft/returned-file.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../test/fixtures/keys.ts";
import { operatorOf, runOperator } from "../../../../test/fixtures/operator.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import type { BankFileSettings } from "./aft-file.ts";
import { createAftRail } from "./aft-rail.ts";
import type { Direction } from "./rail.ts";
import type { Batch } from "./write-bank-files.ts";

let gateway: TestGateway;
let folder: string;
let vault: Vault;

beforeAll(async () => {
	gateway = await startTestGateway();
	folder = mkdtempSync(join(tmpdir(), "cardseal-eft-"));
	const { database, clocks } = gateway;
	vault = await createVault({
		database: database.tables.withTables(),
		masterKey: await masterKeyOf(database),
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
});

afterAll(async () => {
	await gateway.stop();
	rmSync(folder, { recursive: true });
});

const settings: BankFileSettings = {
	profile: genericBank,
	originatorId: "CARDSEAL01",
	dataCentre: "00320",
	returnAccount: { institutionNumber: "003", transitNumber: "00012", accountNumber: "7654321" },
	returnDays: 3,
};

const operator = () =>
	operatorOf(gateway, { config: { ...readConfig({}), bankFiles: settings, dataDirectory: folder } });
const eft = (words: string[]) => operator().run("eft", ...words);
const refusalOf = (words: string[]) => operator().refusalOf("eft", ...words);

/** Runs a batch that writes one file with one payment, and returns the file's path. */
async function writtenFile(direction: Direction = "credit"): Promise<string> {
	const { files } = (await eft(["batch"])).json as Batch;
	expect(files).toMatchObject([{ direction, payments: 1, cents: 12_550 }]);
	return files[0]?.path ?? "";
}

function fileOf(name: string, bytes: Uint8Array): string {
	const path = join(folder, name);
	writeFileSync(path, bytes);
	return path;
}

/** Queues a payment of a live merchant for a file, and returns its reference. */
async function waitingPayment(direction: Direction = "credit"): Promise<string> {
	const { database, clocks } = gateway;
	const merchantId = await insertMerchant(database.tables, { mode: "live" });
	const account = { institutionNumber: "004", transitNumber: "10202", accountNumber: "0034567" };
	const stored = await vault.storeBankAccount(database.tables.withTables(), { account, merchantId });
	const reference = newLookupId();
	await createAftRail({ database: database.tables.withTables(), clock: clocks.business }).submit([
		{
			reference,
			merchantId,
			direction,
			cents: 12_550,
			bankAccountId: stored.id,
			partyName: "Élisabeth Côté",
			transactionCode: "450",
		},
	]);
	return reference;
}

describe("npm run eft", () => {
	test("S-22 writes queued payments, shows them with masked accounts, and imports the bank's returns, once", async () => {
		const reference = await waitingPayment();
		const path = await writtenFile();
		expect((await eft(["batch"])).text).toBe("No payments are queued for a file.");

		const shown = await eft(["show", path]);
		expect(shown.text).toContain("004-10202 ****4567");
		expect(shown.text).not.toContain("0034567");

		const { items } = readAftFile(readFileSync(path));
		const returned = fileOf("returned.txt", returnedFile(items.map((item) => ({ item, code: "905" }))));
		const taken = await eft(["import", returned]);
		expect(taken.text).toContain(`${reference}, 125.50: 905 Account closed`);
		expect(taken.isComplete).toBe(true);
		expect(await refusalOf(["import", returned])).toContain("imported before");
		const again = fileOf(
			"again.txt",
			returnedFile(
				items.map((item) => ({ item, code: "905" })),
				2,
			),
		);
		expect(await eft(["import", again])).toMatchObject({
			isComplete: false,
			text: expect.stringContaining("returned before"),
		});
	});

	test("neither writes nor imports files while the database is restored", async () => {
		await waitingPayment();
		const { items } = readAftFile(readFileSync(await writtenFile()));
		const returned = fileOf(
			"late.txt",
			returnedFile(
				items.map((item) => ({ item, code: "905" })),
				4,
			),
		);
		const { tables } = gateway.database;
		await tables
			.insertInto("restores")
			.values({ noticed_at: 1, window_from: 1, missing: "{}", kept_file_numbers: "{}" } as never)
			.execute();
		expect(await refusalOf(["batch"])).toContain("The database is restored");
		expect(await refusalOf(["import", returned])).toContain("The database is restored");
		await tables.deleteFrom("restores").execute();
		expect((await eft(["import", returned])).isComplete).toBe(true);
	});

	test("assigns an item that an import left over to the payment that the operator names, once", async () => {
		const reference = await waitingPayment();
		const { items } = readAftFile(readFileSync(await writtenFile()));
		const wrong = { crossReference: "SOMETHING-ELSE" };
		const returned = fileOf(
			"left-over.txt",
			returnedFile(
				items.map((item) => ({ item, code: "905", wrong })),
				5,
			),
		);
		const assign = (item: string, payment: string) => ["assign", returned, item, payment];
		expect(await refusalOf(assign("SOMETHING-ELSE", reference))).toContain("Import it first");
		expect(await eft(["import", returned])).toMatchObject({
			isComplete: false,
			text: expect.stringContaining("SOMETHING-ELSE, 125.50: not our payment"),
		});
		expect(await refusalOf(assign("NOTHING", reference))).toContain("no returned item NOTHING");
		expect(await refusalOf(assign("SOMETHING-ELSE", newLookupId()))).toContain("No payment");
		const assigned = await eft(assign("SOMETHING-ELSE", reference));
		expect(assigned.text).toContain(`${reference}, 125.50: 905 Account closed`);
		expect(await refusalOf(assign("SOMETHING-ELSE", reference))).toContain("was returned before");
		const other = await waitingPayment();
		await writtenFile();
		expect(await refusalOf(assign("SOMETHING-ELSE", other))).toContain("not assigned before");
		const { tables } = gateway.database;
		const outcomes = tables.selectFrom("aft.outcomes").select(["result", "return_code"]);
		expect(await outcomes.where("reference", "=", reference).execute()).toEqual([
			{ result: "returned", return_code: "905" },
		]);
	});

	test("S-25 names a returned debit that its payer disputes", async () => {
		const reference = await waitingPayment("debit");
		const { items } = readAftFile(readFileSync(await writtenFile("debit")));
		const disputed = returnedFile(
			items.map((item) => ({ item, code: "915" })),
			3,
		);
		const { text } = await eft(["import", fileOf("disputed.txt", disputed)]);
		expect(text).toContain(`${reference}, 125.50: 915 No agreement existed (the payer disputes the debit)`);
	});

	test("S-22 refuses to show or import a corrupted file, and names line and column", async () => {
		await waitingPayment();
		const bytes = readFileSync(await writtenFile());
		bytes[1_465 + 30] = "9".charCodeAt(0);
		const corrupted = fileOf("corrupted.txt", bytes);
		for (const action of ["show", "import"]) {
			const refusal = await refusalOf([action, corrupted]);
			expect(refusal).toMatch(/corrupted\.txt is not a valid AFT file\. Line 3, column \d+: expected/);
			expect(refusal).not.toContain("0034567");
		}
	});

	test.each([[["print", "file"]], [["show"]], [["batch", "now"]], [["import", "a", "b"]], [[]]])(
		"prints its help when it is given %j",
		async (words) => expect(await refusalOf(words)).toContain("npm run eft -- batch"),
	);

	test.each(["show", "import"])("%s stops reading a file that is larger than any bank file", async (action) => {
		const path = fileOf("endless.txt", new Uint8Array());
		// A sparse file, which takes no space on the disk.
		truncateSync(path, 8 * 1024 ** 3);
		expect(await refusalOf([action, path])).toContain("is larger than any file that a bank sends back");
	});

	test("names a missing file", async () => {
		expect(await refusalOf(["show", join(folder, "nothing.txt")])).toMatch(/nothing\.txt cannot be read: ENOENT/);
	});

	test("names the settings that are missing where no bank is connected", async () => {
		const { url, dataDirectory } = gateway.database;
		const environment = { DATABASE_URL: url, DATA_DIR: dataDirectory, SANDBOX: "1" };
		const bank = {
			EFT_BANK: "generic",
			EFT_ORIGINATOR_ID: "CARDSEAL01",
			EFT_DATA_CENTRE: "00320",
			EFT_RETURN_ACCOUNT: "003-00012-7654321",
		};
		const batch = ["eft", "batch", "--json"];
		const unconnected = await runOperator(batch, environment);
		expect(unconnected).toMatchObject({ code: 1, output: expect.stringContaining("Set EFT_BANK") });
		const connected = await runOperator(batch, { ...environment, ...bank });
		expect(connected).toMatchObject({ code: 0, output: '{"files":[],"refused":[],"unreadable":[]}\n' });
	});
});
