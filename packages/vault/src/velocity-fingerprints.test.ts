import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Card } from "./cards/card.ts";
import { createVelocityFingerprinter } from "./velocity-fingerprints.ts";

const keyRing = keyRingOf("a key of the ring");
const fingerprintsOf = createVelocityFingerprinter(keyRing);

function keyRingOf(key: string) {
	return {
		mac: (purpose: string, message: string | Uint8Array) =>
			createHmac("sha256", `${key} for ${purpose}`).update(message).digest(),
	};
}

function card({ number = "4000001234567899", month = "08", year = "31", code = "937" as string | undefined } = {}) {
	return new Card({ number, month, year, securityCode: code }, "Visa");
}

const hex = (fingerprint: Buffer | undefined) => fingerprint?.toString("hex");

describe("the fingerprints of a card", () => {
	test("F-02 are equal for a number at every merchant", () => {
		expect(hex(fingerprintsOf(card({ month: "09" }), 1).card)).toBe(hex(fingerprintsOf(card({ code: "111" }), 2).card));
		expect(hex(fingerprintsOf(card({ number: "4000001234567907" }), 1).card)).not.toBe(
			hex(fingerprintsOf(card(), 1).card),
		);
	});

	test("S-09 recognise a number within one merchant only", () => {
		const fingerprint = hex(fingerprintsOf(card(), 1).cardOfMerchant);
		expect(hex(fingerprintsOf(card({ month: "09", code: undefined }), 1).cardOfMerchant)).toBe(fingerprint);
		expect(hex(fingerprintsOf(card({ number: "4000001234567907" }), 1).cardOfMerchant)).not.toBe(fingerprint);
		expect(hex(fingerprintsOf(card(), 2).cardOfMerchant)).not.toBe(fingerprint);
	});

	test("F-07 recognise the first six digits within one merchant", () => {
		const bin = hex(fingerprintsOf(card(), 1).bin);
		expect(hex(fingerprintsOf(card({ number: "4000009999999991" }), 1).bin)).toBe(bin);
		expect(hex(fingerprintsOf(card({ number: "4000011234567897" }), 1).bin)).not.toBe(bin);
		expect(hex(fingerprintsOf(card(), 2).bin)).not.toBe(bin);
	});

	test.each([
		["another code", { code: "938" }],
		["another month", { month: "09" }],
		["another year", { year: "32" }],
		["another number", { number: "4000001234567907" }],
	])("F-06 distinguish a card with %s from the same card", (_what, changes) => {
		const details = hex(fingerprintsOf(card(), 1).details);
		expect(hex(fingerprintsOf(card(), 2).details)).toBe(details);
		expect(hex(fingerprintsOf(card(changes), 1).details)).not.toBe(details);
	});

	test("F-06 of a security code end with the process, under a key that is never stored", () => {
		const afterRestart = createVelocityFingerprinter(keyRing);
		expect(hex(afterRestart(card(), 1).card)).toBe(hex(fingerprintsOf(card(), 1).card));
		expect(hex(afterRestart(card(), 1).details)).not.toBe(hex(fingerprintsOf(card(), 1).details));
	});

	test("F-06 have no details without a security code, as for a stored card", () => {
		const stored = new Card({ number: "4000001234567899", month: "08", year: "31", securityCode: undefined }, "Visa");
		expect(fingerprintsOf(stored, 1).details).toBeUndefined();
	});

	test("P-09 differ under another key, so they reveal nothing without it", () => {
		const elsewhere = createVelocityFingerprinter(keyRingOf("another key"))(card(), 1);
		expect(hex(elsewhere.card)).not.toBe(hex(fingerprintsOf(card(), 1).card));
		expect(hex(elsewhere.bin)).not.toBe(hex(fingerprintsOf(card(), 1).bin));
	});
});
