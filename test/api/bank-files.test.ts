import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAftFile } from "@cardseal/aft";
import { openVault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aftRail } from "../../apps/gateway/src/eft/rails/aft-rail.ts";
import { newLookupId } from "../../apps/gateway/src/ids.ts";
import { run } from "../checks/command.ts";
import { returnedFile } from "../support/bank.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { masterKeyOf } from "../support/keys.ts";
import { insertMerchant } from "../support/wallets.ts";

// The operator's program for files of payments, on the database of a gateway that runs.

let gateway: TestGateway;
let folder: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	folder = mkdtempSync(join(tmpdir(), "cardseal-eft-"));
});

afterAll(async () => {
	await gateway.stop();
	rmSync(folder, { recursive: true });
});

const bank = {
	EFT_BANK: "generic",
	EFT_ORIGINATOR_ID: "CARDSEAL01",
	EFT_DATA_CENTRE: "00320",
	EFT_RETURN_ACCOUNT: "003-00012-7654321",
};

async function eft(words: string[], settings: Record<string, string> = bank) {
	const { url, dataDirectory } = gateway.database;
	const environment = { DATABASE_URL: url, DATA_DIR: dataDirectory, SANDBOX: "1", ...settings };
	const program = ["--conditions=source", "apps/gateway/src/eft.ts", ...words];
	const { code, output } = await run("node", program, { environment });
	return { code, output };
}

function fileOf(name: string, bytes: Uint8Array): string {
	const path = join(folder, name);
	writeFileSync(path, bytes);
	return path;
}

/** A payment of a live merchant that waits for a file, by its reference. */
async function waitingPayment(): Promise<string> {
	const { database, clocks } = gateway;
	const vault = await openVault({
		database: database.tables.withTables(),
		masterKey: await masterKeyOf(database),
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
	const merchantId = await insertMerchant(database.tables, "live");
	const account = { institutionNumber: "004", transitNumber: "10202", accountNumber: "0034567" };
	const stored = await vault.storeBankAccount(database.tables.withTables(), { account, merchantId });
	const reference = newLookupId();
	await aftRail({ database: database.tables.withTables(), clock: clocks.business }).submit([
		{
			reference,
			merchantId,
			direction: "credit",
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
		const written = await eft(["batch", "--json"]);
		expect(written.code, written.output).toBe(0);
		const [file] = JSON.parse(written.output).files;
		expect(file).toMatchObject({ direction: "credit", payments: 1, cents: 12_550 });
		expect(file.path).toMatch(/\/eft\/aft-CARDSEAL01-20\d\d-\d\d-\d\d-0001-credits\.txt$/);
		expect((await eft(["batch"])).output.trim()).toBe("Nothing waits for a file.");

		const shown = await eft(["show", file.path]);
		expect(shown).toMatchObject({ code: 0, output: expect.stringContaining("004-10202 ****4567") });
		expect(shown.output).not.toContain("0034567");

		const items = readAftFile(readFileSync(file.path)).items;
		const returned = fileOf("returned.txt", returnedFile(items.map((item) => ({ item, code: "905" }))));
		const taken = await eft(["import", returned]);
		expect(taken).toMatchObject({
			code: 0,
			output: expect.stringContaining(`${reference}, 125.50: 905 Account closed`),
		});
		expect(await eft(["import", returned])).toMatchObject({ code: 1, output: expect.stringContaining("taken before") });
	});

	test("S-22 refuses a corrupted file by line and column, whether it is shown or imported", async () => {
		await waitingPayment();
		const [file] = JSON.parse((await eft(["batch", "--json"])).output).files;
		const bytes = readFileSync(file.path);
		bytes[1_465 + 30] = "9".charCodeAt(0);
		const corrupted = fileOf("corrupted.txt", bytes);
		for (const action of ["show", "import"]) {
			const { code, output } = await eft([action, corrupted]);
			expect(code).toBe(1);
			expect(output).toMatch(/corrupted\.txt is no AFT file that can be trusted\. Line 3, column \d+: expected/);
			expect(output).not.toContain("0034567");
		}
	});

	test.each([[["print", "file"]], [["batch", "now"]]])("says what to type when it is given %j", async (words) => {
		expect(await eft(words)).toMatchObject({ code: 1, output: expect.stringContaining("npm run eft -- batch") });
	});

	test("says that a file is not there, and that no bank is connected", async () => {
		const missing = await eft(["show", join(folder, "nothing.txt")]);
		expect(missing).toMatchObject({ code: 1, output: expect.stringMatching(/nothing\.txt cannot be read: ENOENT/) });
		expect(await eft(["batch"], {})).toMatchObject({ code: 1, output: expect.stringContaining("Set EFT_BANK") });
	});
});
