import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { genericBank, readAftFile } from "@cardseal/aft";
import { openVault, type Vault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../../test/checks/command.ts";
import { returnedFile } from "../../../../../test/fixtures/bank.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../../test/fixtures/keys.ts";
import { insertMerchant } from "../../../../../test/fixtures/wallets.ts";
import type { BankFileSettings } from "../../config.ts";
import { newLookupId } from "../../ids.ts";
import { type FileManagement, manageBankFiles } from "../../operator/bank-files.command.ts";
import { CommandRefused } from "../../operator/command-refused.ts";
import { createAftRail } from "./aft-rail.ts";
import type { Direction } from "./rail.ts";
import type { Batch } from "./write-bank-files.ts";

// The operator's program for files of payments, on the database of a gateway that runs.

let gateway: TestGateway;
let folder: string;
let vault: Vault;

beforeAll(async () => {
	gateway = await startTestGateway();
	folder = mkdtempSync(join(tmpdir(), "cardseal-eft-"));
	const { database, clocks } = gateway;
	vault = await openVault({
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

/** Has a command carried out as the operator's program does. */
function eft(words: string[]) {
	const { database, clocks } = gateway;
	const management: FileManagement = {
		clocks,
		login: "ada",
		settings,
		directory: join(folder, "eft"),
		withDatabase: (work) => work(database.tables.withTables()),
		openVault: async () => vault,
	};
	return manageBankFiles(management, words);
}

async function refusalOf(words: string[]): Promise<string> {
	const outcome = await eft(words).catch((error: unknown) => error);
	if (!(outcome instanceof CommandRefused)) throw new Error("It was not refused.", { cause: outcome });
	return outcome.message;
}

/** The one file that a batch writes now, of one payment. */
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

/** A payment of a live merchant that waits for a file, by its reference. */
async function waitingPayment(direction: Direction = "credit"): Promise<string> {
	const { database, clocks } = gateway;
	const merchantId = await insertMerchant(database.tables, "live");
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
	test("S-22 writes what waits, shows it with masked accounts, and takes back what the bank returns, once", async () => {
		const reference = await waitingPayment();
		const path = await writtenFile();
		expect((await eft(["batch"])).text).toBe("Nothing waits for a file.");

		const shown = await eft(["show", path]);
		expect(shown.text).toContain("004-10202 ****4567");
		expect(shown.text).not.toContain("0034567");

		const { items } = readAftFile(readFileSync(path));
		const returned = fileOf("returned.txt", returnedFile(items.map((item) => ({ item, code: "905" }))));
		const taken = await eft(["import", returned]);
		expect(taken.text).toContain(`${reference}, 125.50: 905 Account closed`);
		expect(taken.isComplete).toBe(true);
		expect(await refusalOf(["import", returned])).toContain("taken before");
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

	test("S-25 says of a returned debit that its payer disputes it", async () => {
		const reference = await waitingPayment("debit");
		const { items } = readAftFile(readFileSync(await writtenFile("debit")));
		const disputed = returnedFile(
			items.map((item) => ({ item, code: "915" })),
			3,
		);
		const { text } = await eft(["import", fileOf("disputed.txt", disputed)]);
		expect(text).toContain(`${reference}, 125.50: 915 No agreement existed (the payer disputes the debit)`);
	});

	test("S-22 refuses a corrupted file by line and column, whether it is shown or imported", async () => {
		await waitingPayment();
		const bytes = readFileSync(await writtenFile());
		bytes[1_465 + 30] = "9".charCodeAt(0);
		const corrupted = fileOf("corrupted.txt", bytes);
		for (const action of ["show", "import"]) {
			const refusal = await refusalOf([action, corrupted]);
			expect(refusal).toMatch(/corrupted\.txt is no AFT file that can be trusted\. Line 3, column \d+: expected/);
			expect(refusal).not.toContain("0034567");
		}
	});

	test.each([[["print", "file"]], [["show"]], [["batch", "now"]], [["import", "a", "b"]], [[]]])(
		"says what to type when it is given %j",
		async (words) => expect(await refusalOf(words)).toContain("npm run eft -- batch"),
	);

	test.each(["show", "import"])("reads no file to its end that no bank can have sent: %s", async (action) => {
		const path = fileOf("endless.txt", new Uint8Array());
		// Sparse: its gigabytes are not there, and take long to read.
		truncateSync(path, 8 * 1024 ** 3);
		expect(await refusalOf([action, path])).toContain("is larger than any file that a bank sends back");
	});

	test("says that a file is not there", async () => {
		expect(await refusalOf(["show", join(folder, "nothing.txt")])).toMatch(/nothing\.txt cannot be read: ENOENT/);
	});

	test("is a program, which says what to set where no bank is connected", async () => {
		const { url, dataDirectory } = gateway.database;
		const environment = { DATABASE_URL: url, DATA_DIR: dataDirectory, SANDBOX: "1" };
		const bank = {
			EFT_BANK: "generic",
			EFT_ORIGINATOR_ID: "CARDSEAL01",
			EFT_DATA_CENTRE: "00320",
			EFT_RETURN_ACCOUNT: "003-00012-7654321",
		};
		const batch = ["--conditions=source", "apps/gateway/src/operator/eft.ts", "batch", "--json"];
		const unconnected = await run("node", batch, { environment });
		expect(unconnected).toMatchObject({ code: 1, output: expect.stringContaining("Set EFT_BANK") });
		const connected = await run("node", batch, { environment: { ...environment, ...bank } });
		expect(connected).toMatchObject({ code: 0, output: '{"files":[],"refused":[],"unreadable":[]}\n' });
	});
});
