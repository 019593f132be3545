import { isAbsolute } from "node:path";
import { ConfigError } from "@cardseal/platform";

export interface Pkcs11Key {
	token: string;
	/** CKA_ID in hex. */
	id: string;
	/** Absolute path of the token's PKCS#11 library. */
	modulePath: string;
	pinFile: string;
}

const maximumIdBytes = 64;

/**
 * Parses RFC 7512.
 * @throws ConfigError without the value, which might contain a PIN
 */
export function parsePkcs11Uri(uri: string): Pkcs11Key {
	const [path = "", query = "", ...others] = uri.slice("pkcs11:".length).split("?");
	if (!uri.startsWith("pkcs11:") || others.length > 0) throw malformed();
	const { token, id, type = "secret-key" } = attributesOf(path, ";", ["token", "id", "type"]);
	const { "module-path": modulePath, "pin-source": pinSource = "" } = attributesOf(query, "&", [
		"module-path",
		"pin-source",
	]);
	const pinFile = pinSource.replace(/^file:(?:\/\/(?=\/))?/, "");
	if (!token || !id || type !== "secret-key" || !modulePath) throw malformed();
	if (!isAbsolute(modulePath) || !isAbsolute(pinFile)) throw malformed();
	const bytes = Buffer.from(id, "latin1");
	if (bytes.length > maximumIdBytes) throw malformed();
	return { token: Buffer.from(token, "latin1").toString("utf8"), id: bytes.toString("hex"), modulePath, pinFile };
}

/** Omits this machine's paths. */
export function keyNameOf({ token, id }: Pick<Pkcs11Key, "token" | "id">): string {
	return `pkcs11:token=${encodeURIComponent(token)};id=${id.replace(/../g, "%$&")}`;
}

function attributesOf(text: string, separator: string, known: string[]): Record<string, string | undefined> {
	const attributes = new Map<string, string>();
	for (const attribute of text === "" ? [] : text.split(separator)) {
		const [name = "", value, ...others] = attribute.split("=");
		if (name === "pin-value") {
			throw new ConfigError("MASTER_KEY_HSM must not contain the PIN: write it into a file, and name it as pin-source");
		}
		if (!known.includes(name) || value === undefined || others.length > 0 || attributes.has(name)) throw malformed();
		attributes.set(name, decoded(value));
	}
	return Object.fromEntries(attributes);
}

/** A CKA_ID need not be UTF-8. */
function decoded(value: string): string {
	const bytes = value.replace(/%([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	if (!/^[\x21-\x7e]*$/.test(value) || /%(?![0-9A-Fa-f]{2})/.test(value)) throw malformed();
	return bytes;
}

function malformed(): ConfigError {
	return new ConfigError(
		"MASTER_KEY_HSM must look like pkcs11:token=LABEL;id=%01?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=file:/run/secrets/hsm_pin",
	);
}
