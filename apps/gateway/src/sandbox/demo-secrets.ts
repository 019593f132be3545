import { crc32 } from "node:zlib";
import type { Vault } from "@cardseal/vault";

export interface DemoClient {
	clientId: string;
	clientSecret: string;
}

export interface DemoMerchantSecrets extends DemoClient {
	merchantId: string;
	email: string;
	password: string;
}

export interface DemoSecrets {
	merchant: DemoMerchantSecrets;
	secondMerchant: DemoMerchantSecrets;
	partner: DemoClient;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretCharacters = 43;
const checksumCharacters = 6;

/** `length` characters that depend on the vault's sandbox key and the label alone. */
function derive(vault: Vault, label: string, length: number): string {
	let number = BigInt(`0x${vault.mac("sandbox", label).toString("hex")}`);
	let text = "";
	for (let index = 0; index < length; index++) {
		text += base62[Number(number % 62n)];
		number /= 62n;
	}
	return text;
}

/** A client secret: prefix, 256 bits in base 62, and a CRC-32 by which scanners tell it from other text (rule E-05). */
function deriveClientSecret(vault: Vault, label: string): string {
	const body = `sktest${derive(vault, label, secretCharacters)}`;
	let checksum = crc32(body);
	let tail = "";
	for (let index = 0; index < checksumCharacters; index++) {
		tail += base62[checksum % 62];
		checksum = Math.floor(checksum / 62);
	}
	return body + tail;
}

function deriveMerchant(vault: Vault, name: string, email: string): DemoMerchantSecrets {
	return {
		merchantId: derive(vault, `${name} merchant id`, 20),
		clientId: derive(vault, `${name} client id`, 20),
		clientSecret: deriveClientSecret(vault, `${name} client secret`),
		email,
		password: `${derive(vault, `${name} password`, 16)}7a`,
	};
}

/** The demo accounts' secrets: the same at every start, other ones on every installation, and stored nowhere. */
export function deriveDemoSecrets(vault: Vault): DemoSecrets {
	return {
		merchant: deriveMerchant(vault, "first", "owner@maple-and-main.example"),
		secondMerchant: deriveMerchant(vault, "second", "owner@harbour-books.example"),
		partner: {
			clientId: derive(vault, "partner client id", 20),
			clientSecret: deriveClientSecret(vault, "partner client secret"),
		},
	};
}
