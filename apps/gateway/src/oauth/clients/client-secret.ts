import { crc32 } from "node:zlib";
import { base62, randomAlphanumeric } from "../../ids.ts";
import type { Merchant } from "../../merchants/merchant.ts";

/** 43 characters of 62: a little over 256 bits. */
export const secretCharacters = 43;
const checksumCharacters = 6;

/** What a secret begins with, so that whoever finds one knows whether money is behind it. */
export const secretPrefixes = { demo: "sktest", live: "sklive" } as const satisfies Record<Merchant["mode"], string>;

/** A new client secret. It is shown once; only its hash is kept. */
export function newClientSecret(mode: Merchant["mode"]): string {
	return withChecksum(secretPrefixes[mode] + randomAlphanumeric(secretCharacters));
}

/** A secret with its CRC-32 behind it, by which scanners tell secrets from other text (rule E-05). */
export function withChecksum(body: string): string {
	let checksum = crc32(body);
	let tail = "";
	for (let index = 0; index < checksumCharacters; index++) {
		tail += base62[checksum % base62.length];
		checksum = Math.floor(checksum / base62.length);
	}
	return body + tail;
}
