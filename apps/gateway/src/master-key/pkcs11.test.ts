import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createFakeHsm, type FakeHsm } from "../../../../test/fixtures/hsm/fake-hsm.ts";
import { describeTokens } from "../../../../test/fixtures/hsm/promises.ts";
import { createPkcs11KeyService } from "./pkcs11.ts";
import { parsePkcs11Uri } from "./pkcs11-uri.ts";

describeTokens("a fake token", createFakeHsm);

describe("a key service whose token is out of order", () => {
	let hsm: FakeHsm;

	beforeAll(async () => {
		hsm = await createFakeHsm();
		await hsm.createKey("01");
	});

	afterAll(() => hsm.remove());

	beforeEach(async () => {
		vi.stubEnv("PATH", hsm.environment.PATH);
		await hsm.change({ hangs: false, flags: [] });
		return () => vi.unstubAllEnvs();
	});

	const seal = (options: { triesAfterWrongPin?: boolean; timeLimitMs?: number } = {}) =>
		createPkcs11KeyService(parsePkcs11Uri(hsm.uri()), {
			mustBePrivate: true,
			triesAfterWrongPin: false,
			...options,
		}).seal(new Uint8Array(32));

	test("says that it is slow, and ends its program", async () => {
		await hsm.change({ hangs: true });
		await expect(seal({ timeLimitMs: 300 })).rejects.toThrow("The HSM did not answer within 0.3 s.");
	});

	test("says that the token is locked, and tries no PIN", async () => {
		await hsm.change({ flags: ["user PIN locked"] });
		await expect(seal({ triesAfterWrongPin: true })).rejects.toThrow(/has locked the PIN of token Cardseal test/);
	});

	test("does not take the last try that the token has", async () => {
		await hsm.change({ flags: ["final user PIN try"] });
		await expect(seal()).rejects.toThrow(/A gateway tries none then/);
	});

	test("says that its program is not installed", async () => {
		vi.stubEnv("PATH", "/nowhere");
		await expect(seal()).rejects.toThrow("MASTER_KEY_HSM needs the program pkcs11-tool: apt-get install opensc");
	});
});
