import { createHash } from "node:crypto";
import { encryptCard } from "@cardseal/encrypt";
import { formatPublicKey } from "@cardseal/encrypt/open";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../test/fixtures/tables.ts";
import { generateMasterKey } from "./keys/at-rest.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { MasterKeys } from "./keys/master-keys.ts";
import { type FingerprintedRequest, fingerprintRequest } from "./request-fingerprint.ts";

const now = Date.UTC(2026, 10, 21);
const card = { number: "4111111111111111", month: "08", year: "31", securityCode: "937" };
const asked = { amount: 1099, currency: "CAD", email: "ada@example.com", sending_receipt: true };
const request = { asked, card };

let tables: TestTables;
let keyRing: KeyRing;
let publicKey: string;

beforeAll(async () => {
	tables = await openTestTables();
	keyRing = await openRing();
	publicKey = formatPublicKey((await keyRing.currentCardTokenKey(1, "test")).publicKey, "test");
});

afterAll(() => tables.drop());

function openRing(): Promise<KeyRing> {
	const masterKeys = new MasterKeys({ masterKey: generateMasterKey() });
	return KeyRing.open({ database: tables.database.withTables(), masterKeys, now: () => now });
}

function fingerprint(of: FingerprintedRequest): string {
	return fingerprintRequest(keyRing, of).toString("hex");
}

function newToken(): Promise<string> {
	return encryptCard(publicKey, card, { now });
}

/** Returns the value with the keys of all its objects in reverse order. */
function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).reverse();
	return Object.fromEntries(entries.map(([key, part]) => [key, reordered(part)]));
}

/** JSON objects. JavaScript sorts keys like "1" its own way. */
const anyBody = fc.dictionary(
	fc.stringMatching(/^[a-z_]{1,12}$/),
	fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
);

describe("fingerprintRequest", () => {
	test("H-07 is independent of the order of fields", () => {
		fc.assert(
			fc.property(anyBody, (body) => {
				const turned = reordered(body) as Record<string, unknown>;
				expect(fingerprint({ asked: turned })).toBe(fingerprint({ asked: body }));
			}),
		);
	});

	test("H-07 differs for every changed, missing or added field", () => {
		const others = ["other", undefined, null];
		const ofCard = ["number", "month", "year"].flatMap((name) => others.map((other) => ({ ...card, [name]: other })));
		const ofRest = Object.keys(asked).flatMap((name) => others.map((other) => ({ ...asked, [name]: other })));
		const further = [
			{ ...asked, invoice_id: "INV-1" },
			{ ...asked, amount: "1099" },
			{ ...asked, email: "Ada@example.com" },
		];
		const fingerprints = [
			request,
			{ asked },
			...ofCard.map((changed) => ({ asked, card: changed })),
			...[...ofRest, ...further].map((changed) => ({ asked: changed, card })),
		].map(fingerprint);
		expect(new Set(fingerprints).size).toBe(fingerprints.length);
	});

	test("H-07 includes nested values and their order", () => {
		const lists = [{ items: [1, 2] }, { items: [2, 1] }, { items: { a: 1 } }, { items: { a: { b: 1 } } }];
		expect(new Set(lists.map((list) => fingerprint({ asked: list }))).size).toBe(lists.length);
	});

	test("P-02 contains nothing of the security code", () => {
		for (const securityCode of ["938", "0000", "", null, undefined, 937, { a: 1 }]) {
			expect(fingerprint({ asked, card: { ...card, securityCode } })).toBe(fingerprint(request));
		}
	});

	test("P-09 is keyed: it differs per installation and from every plain hash", async () => {
		await sql`truncate vault.keys, vault.master_key cascade`.execute(tables.database);
		const elsewhere = await openRing();
		const { securityCode: _never, ...kept } = card;
		expect(fingerprintRequest(elsewhere, request).toString("hex")).not.toBe(fingerprint(request));
		for (const text of [JSON.stringify(request), JSON.stringify({ asked, card: kept }), card.number]) {
			expect(fingerprint(request)).not.toBe(createHash("sha256").update(text).digest("hex"));
		}
		expect(fingerprintRequest(keyRing, request)).toHaveLength(32);
	});

	test("never hashes the number together with the other fields", () => {
		const hashed: string[] = [];
		const spied = {
			mac: (purpose: "idempotency", message: string) => {
				hashed.push(message);
				return keyRing.mac(purpose, message);
			},
		} as KeyRing;
		fingerprintRequest(spied, request);
		expect(hashed).toHaveLength(2);
		expect(hashed[0]).toBe(JSON.stringify(card.number));
		// Exact values: another form would lose every earlier key.
		const digest = keyRing.mac("idempotency", JSON.stringify(card.number)).toString("hex");
		expect(hashed[1]).toBe(
			'{"asked":{"amount":1099,"currency":"CAD","email":"ada@example.com","sending_receipt":true},' +
				`"card":{"month":"08","number":"${digest}","year":"31"}}`,
		);
	});

	test("T-04 recognises the same token and distinguishes two tokens of one card", async () => {
		const token = await newToken();
		expect(fingerprint({ token, asked })).toBe(fingerprint({ asked, token }));
		expect(fingerprint({ asked, token: await newToken() })).not.toBe(fingerprint({ asked, token }));
	});

	test("distinguishes unreadable tokens", () => {
		const tokens = ["ct1", "ct1A", "", null, 1, "1", ["ct1"]];
		const fingerprints = tokens.map((token) => fingerprint({ asked, token }));
		expect(new Set(fingerprints).size).toBe(tokens.length);
	});
});
