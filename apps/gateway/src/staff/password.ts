import { randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's first choice for scrypt: 128 MB and about 0.3 s a try. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** The stored form of a password: `scrypt$N$r$p$salt$hash`, so that costs can grow without breaking old ones. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	const hash = await scryptAsync(password.normalize("NFC"), salt, hashBytes, { ...cost, maxmem: 256 * 1024 * 1024 });
	return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64"), hash.toString("base64")].join("$");
}
