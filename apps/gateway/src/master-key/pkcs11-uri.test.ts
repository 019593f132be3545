import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../../packages/platform/src/config-error.ts";
import { keyNameOf, parsePkcs11Uri } from "./pkcs11-uri.ts";

const query = "?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=file:/run/secrets/hsm_pin";
const paths = { modulePath: "/usr/lib/softhsm/libsofthsm2.so", pinFile: "/run/secrets/hsm_pin" };

describe("parsePkcs11Uri", () => {
	test.each([
		["a token and an id", `pkcs11:token=cardseal;id=%01${query}`, { token: "cardseal", id: "01" }],
		["another order", `pkcs11:id=%0a%FF;type=secret-key;token=cardseal${query}`, { token: "cardseal", id: "0aff" }],
		["blanks and UTF-8 in the token", `pkcs11:token=My%20cl%C3%A9;id=%01${query}`, { token: "My clé", id: "01" }],
		["an id of characters", `pkcs11:token=a;id=kek1${query}`, { token: "a", id: "6b656b31" }],
	])("reads %s", (_what, uri, key) => {
		expect(parsePkcs11Uri(uri)).toEqual({ ...key, ...paths });
		expect(parsePkcs11Uri(keyNameOf(key) + query)).toEqual({ ...key, ...paths });
	});

	test.each(["/run/secrets/hsm_pin", "file:/run/secrets/hsm_pin", "file:///run/secrets/hsm_pin"])(
		"reads the PIN's file as %s",
		(source) => {
			const uri = `pkcs11:token=a;id=%01?pin-source=${source}&module-path=${paths.modulePath}`;
			expect(parsePkcs11Uri(uri)).toMatchObject(paths);
		},
	);

	test.each([
		["another scheme", `file:token=a;id=%01${query}`],
		["no token", `pkcs11:id=%01${query}`],
		["no id", `pkcs11:token=a${query}`],
		["a key by its name, which tokens do not keep unique", `pkcs11:token=a;object=b${query}`],
		["another type of key", `pkcs11:token=a;id=%01;type=private${query}`],
		["an attribute twice", `pkcs11:token=a;token=b;id=%01${query}`],
		["an unfinished escape", `pkcs11:token=a%2;id=%01${query}`],
		["a blank", `pkcs11:token=a b;id=%01${query}`],
		["no module", "pkcs11:token=a;id=%01?pin-source=/pin"],
		["a relative module", "pkcs11:token=a;id=%01?module-path=lib.so&pin-source=/pin"],
		["no PIN", "pkcs11:token=a;id=%01?module-path=/lib.so"],
		["a program for the PIN", "pkcs11:token=a;id=%01?module-path=/lib.so&pin-source=|cat"],
		["two queries", `pkcs11:token=a;id=%01${query}?a=b`],
		["an endless id", `pkcs11:token=a;id=${"%01".repeat(65)}${query}`],
	])("refuses %s", (_what, uri) => {
		expect(() => parsePkcs11Uri(uri)).toThrow(ConfigError);
		expect(() => parsePkcs11Uri(uri)).toThrow(/^MASTER_KEY_HSM must look like pkcs11:token=LABEL;id=%01\?/);
	});

	test("refuses a PIN, and does not repeat it", () => {
		const uri = "pkcs11:token=a;id=%01?module-path=/lib.so&pin-value=74920358";
		expect(() => parsePkcs11Uri(uri)).toThrow(/^MASTER_KEY_HSM must not contain the PIN: (?!.*74920358)/);
	});
});
