import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateMasterKey, type MasterKey, parseMasterKey, unwrap, wrap } from "./at-rest.ts";

const masterKey = parseMasterKey(generateMasterKey());
const secret = Buffer.from("7f9cc15a43a5ba086aae483e91c87b4658ed115b225c276bb761a7ac0b123ef8", "hex");
const context = "cardseal key v1|d4f6fb6cd58e454f|card_token|7|test|";
const overheadBytes = 1 + 12 + 16;

/** Base64 of `length` bytes. */
function bytes(length: number): string {
	return Buffer.alloc(length, 7).toString("base64");
}

describe("wrap and unwrap", () => {
	test("P-11 give back any secret in any context", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (anySecret, anyContext) => {
				const wrapped = wrap(masterKey, anySecret, anyContext);
				expect(wrapped).toHaveLength(anySecret.length + overheadBytes);
				expect(unwrap(masterKey, wrapped, anyContext)).toEqual(Buffer.from(anySecret));
			}),
		);
	});

	test("P-11 reveal nothing of the secret", () => {
		const wrapped = wrap(masterKey, secret, context).toString("hex");
		for (let at = 0; at + 8 <= 64; at++) expect(wrapped).not.toContain(secret.toString("hex").slice(at, at + 8));
	});

	test("P-17 refuse every wrapped secret with one bit changed", () => {
		const wrapped = wrap(masterKey, secret, context);
		for (let bit = 0; bit < wrapped.length * 8; bit++) {
			const changed = Buffer.from(wrapped);
			changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
			expect(() => unwrap(masterKey, changed, context), `bit ${bit}`).toThrow();
		}
	});

	test("P-17 refuse a wrapped secret of any other length", () => {
		const wrapped = wrap(masterKey, secret, context);
		for (let length = 0; length < wrapped.length; length++) {
			expect(() => unwrap(masterKey, wrapped.subarray(0, length), context), `${length} bytes`).toThrow();
		}
		expect(() => unwrap(masterKey, Buffer.concat([wrapped, Buffer.alloc(1)]), context)).toThrow();
	});

	test("X-47 refuse a secret in another context, so that swapped rows are detected", () => {
		const other = context.replace("|7|", "|8|");
		expect(() => unwrap(masterKey, wrap(masterKey, secret, context), other)).toThrow();
		expect(() => unwrap(masterKey, wrap(masterKey, secret, other), context)).toThrow();
	});

	test("P-11 refuse another master key", () => {
		const other = parseMasterKey(generateMasterKey());
		expect(() => unwrap(other, wrap(masterKey, secret, context), context)).toThrow();
	});

	test("P-07 use a fresh nonce for each wrapping, even of the same secret", () => {
		const nonces = Array.from({ length: 1000 }, () => wrap(masterKey, secret, context).toString("hex", 1, 13));
		expect(new Set(nonces).size).toBe(1000);
	});
});

describe("parseMasterKey", () => {
	test("P-14 reads the output of generateMasterKey: 32 bytes, different each time", () => {
		const first = generateMasterKey();
		expect(parseMasterKey(first).bytes).toEqual(Buffer.from(first, "base64"));
		expect(parseMasterKey(first).bytes).toHaveLength(32);
		expect(generateMasterKey()).not.toBe(first);
	});

	test("ignores the line break that editors and openssl append", () => {
		const text = generateMasterKey();
		expect(parseMasterKey(`${text}\n`)).toEqual(parseMasterKey(text));
		expect(parseMasterKey(`  ${text}\r\n`)).toEqual(parseMasterKey(text));
	});

	test.each([
		["nothing", ""],
		["white space", " \n"],
		["31 bytes", bytes(31)],
		["33 bytes", bytes(33)],
		["hexadecimal", Buffer.alloc(32, 7).toString("hex")],
		["base64url", Buffer.alloc(32, 0xff).toString("base64url")],
		["base64 without its padding", bytes(32).replace("=", "")],
		["a line break inside", `${bytes(32).slice(0, 20)}\n${bytes(32).slice(20)}`],
		["bits beyond the last byte", `${bytes(32).slice(0, 42)}d=`],
		["two keys", `${bytes(32)}\n${bytes(32)}`],
	])("P-11 rejects %s, names the expected form and never repeats the content", (_what, text) => {
		let message = "";
		try {
			parseMasterKey(text);
		} catch (error) {
			message = String(error);
		}
		expect(message).toContain("32 random bytes in base64");
		if (text.trim() !== "") expect(message).not.toContain(text.trim().slice(0, 8));
	});

	test("identifies a key without revealing it", () => {
		const named: MasterKey = parseMasterKey(bytes(32));
		expect(named.id).toMatch(/^[0-9a-f]{16}$/);
		expect(parseMasterKey(bytes(32)).id).toBe(named.id);
		expect(parseMasterKey(generateMasterKey()).id).not.toBe(named.id);
		expect(Buffer.from(named.bytes).toString("hex")).not.toContain(named.id);
	});
});
