import { encryptCard, parsePublicKey } from "@cardseal/encrypt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../test/fixtures/tables.ts";
import * as door from "./index.ts";

const { generateMasterKey, createVault } = door;

const card = { number: "4111111111111111", month: "08", year: "31", securityCode: "937" };
const merchant = { id: 1, environment: "test" } as const;

let tables: TestTables;
let businessNow = Date.UTC(2026, 10, 21);
const realNow = Date.UTC(2026, 10, 21);
const masterKey = generateMasterKey();

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

function open(key = masterKey): Promise<door.Vault> {
	return createVault({
		database: tables.database.withTables(),
		masterKey: key,
		businessNow: () => businessNow,
		realNow: () => realNow,
	});
}

describe("the vault", () => {
	test("P-13 exports no digits, security codes or private keys of merchants", async () => {
		expect(Object.keys(door).sort()).toEqual([
			"AccountRefused",
			"BankAccountUnreadable",
			"CardRefused",
			"DemoProcessor",
			"DisputeRefused",
			"ShareRefused",
			"StoredCardUnreadable",
			"TokenRefused",
			"WebhookRefused",
			"adviceCodes",
			"authenticationStatuses",
			"challengePath",
			"checkResults",
			"createDemoBank",
			"createKeyRotation",
			"createShareCollection",
			"createVault",
			"createVaultTables",
			"declineClasses",
			"declineCodes",
			"demoDisputes",
			"demoProcessorName",
			"disputeReasonOf",
			"disputeReasons",
			"disputeStates",
			"findKeyOwner",
			"generateMasterKey",
			"holdMs",
			"knownAddress",
			"listKeys",
			"listTokenKeyTimes",
			"listTokenKeys",
			"originField",
			"parseMasterKey",
			"payersCode",
			"processorDeclineCodes",
			"purposes",
			"readKeyAges",
			"refundStates",
			"requestJournalTable",
			"requestedAt",
			"retireKey",
			"ruleDeclineCodes",
			"settlementItemKinds",
			"shareLimits",
			"shareLines",
			"splitMasterKey",
			"verifyAccount",
			"withoutSecrets",
		]);
		expect(Object.keys(await open()).sort()).toEqual([
			"cardFromFields",
			"cardFromToken",
			"cardReader",
			"changeProcessorAccount",
			"connectProcessor",
			"deleteBankAccount",
			"deleteCard",
			"findStoredCard",
			"fingerprintProcessorAccount",
			"fingerprintRequest",
			"mac",
			"moveProcessorAccount",
			"publicKeyOf",
			"readBankAccounts",
			"seal",
			"signingKeys",
			"storeBankAccount",
			"storeCard",
			"storeProcessorAccount",
			"unseal",
			"velocityFingerprints",
			"verifyChangedProcessorAccount",
			"verifyProcessorAccount",
			"versionOfProcessorAccount",
		]);
	});

	test("P-11 opens with a well-formed master key only", async () => {
		await expect(open("")).rejects.toThrow("32 random bytes in base64");
		await open();
		await expect(open(generateMasterKey())).rejects.toThrow("Set MASTER_KEY_FILE");
	});

	test("gives each merchant one public key, in its environment's form", async () => {
		const vault = await open();
		const test = await vault.publicKeyOf(merchant);
		const live = await vault.publicKeyOf({ id: 2, environment: "live" });
		expect(parsePublicKey(test).environment).toBe("test");
		expect(parsePublicKey(live).environment).toBe("live");
		expect(parsePublicKey(live).keyId).not.toBe(parsePublicKey(test).keyId);
		expect(await (await open()).publicKeyOf(merchant)).toBe(test);
	});

	test("accepts the same card as fields and as a token", async () => {
		const vault = await open();
		const token = await encryptCard(await vault.publicKeyOf(merchant), card, { now: realNow });
		const opened = await vault.cardFromToken(token, merchant);
		expect(JSON.stringify(opened.card)).toBe(JSON.stringify(vault.cardFromFields(card, merchant)));
		await expect(vault.cardFromToken(token, { ...merchant, id: 9 })).rejects.toThrow(door.TokenRefused);
	});

	test("B-03 checks expiry by the business clock, however the card was sent", async () => {
		const vault = await open();
		const token = await encryptCard(await vault.publicKeyOf(merchant), card, { now: realNow });
		businessNow = Date.UTC(2031, 8, 2);
		expect(() => vault.cardFromFields(card, merchant)).toThrow(door.CardRefused);
		await expect(vault.cardFromToken(token, merchant)).rejects.toThrow(door.CardRefused);
	});
});
