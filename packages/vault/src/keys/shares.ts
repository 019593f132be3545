import { createHash, randomBytes } from "node:crypto";
import { combine, split } from "shamir-secret-sharing";
import { formatMasterKey, parseMasterKey } from "./at-rest.ts";

// Layout: master key id (8) ‖ split (3) ‖ quorum (1) ‖ number (1) ‖ Shamir share (33) ‖ checksum (4), in Crockford's
// base32.
const masterKeyIdBytes = 8;
const splitBytes = 3;
const shareBytes = 33;
const checksumBytes = 4;
const bodyBytes = masterKeyIdBytes + splitBytes + 2 + shareBytes;
const characters = ((bodyBytes + checksumBytes) * 8) / 5;
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupLength = 4;
const groupsPerLine = 5;
export const shareLines = characters / groupLength / groupsPerLine;

/** A quorum of one would be the key itself. */
export const shareLimits = { minimum: 2, maximum: 255 };

export class ShareRefused extends Error {
	override readonly name = "ShareRefused";
}

export interface SplitOptions {
	shares: number;
	quorum: number;
}

/** Four lines for paper each. */
export async function splitMasterKey(masterKey: string, { shares, quorum }: SplitOptions): Promise<string[]> {
	const { id, bytes } = parseMasterKey(masterKey);
	const splitId = randomBytes(splitBytes);
	const parts = await split(new Uint8Array(bytes), shares, quorum);
	const texts = parts.map((part, index) =>
		formatShare(Buffer.concat([Buffer.from(id, "hex"), splitId, Buffer.of(quorum, index + 1), part])),
	);
	// An error would otherwise show too late.
	const collection = createShareCollection(id);
	for (const text of texts.slice(-quorum)) collection.add(text);
	await collection.join();
	return texts;
}

interface Share {
	masterKeyId: string;
	splitId: string;
	quorum: number;
	number: number;
	part: Uint8Array;
}

export interface ShareCollection {
	/** @throws ShareRefused for a share that is mistyped, repeated, or of another key or split */
	add(text: string): { number: number; missing: number };
	join(): Promise<string>;
}

export function createShareCollection(masterKeyId: string): ShareCollection {
	const shares: Share[] = [];
	return {
		add(text) {
			const share = parseShare(text);
			if (share.masterKeyId !== masterKeyId) {
				throw new ShareRefused(`This share belongs to master key ${share.masterKeyId}, not to ${masterKeyId}.`);
			}
			const [first = share] = shares;
			if (share.splitId !== first.splitId) {
				throw new ShareRefused(
					`This share is of another split of the same key than share ${first.number}. Shares of different splits do not fit.`,
				);
			}
			if (shares.some(({ number }) => number === share.number)) {
				throw new ShareRefused(`Share ${share.number} was entered already.`);
			}
			shares.push(share);
			return { number: share.number, missing: Math.max(0, share.quorum - shares.length) };
		},
		async join() {
			const masterKey = formatMasterKey(await combine(shares.map(({ part }) => part)));
			if (parseMasterKey(masterKey).id !== masterKeyId) {
				throw new ShareRefused(`These shares do not give master key ${masterKeyId}.`);
			}
			return masterKey;
		},
	};
}

function formatShare(body: Uint8Array): string {
	const bits = BigInt(`0x${Buffer.concat([body, checksumOf(body)]).toString("hex")}`);
	const text = Array.from(
		{ length: characters },
		(_, index) => digits[Number((bits >> BigInt(5 * (characters - 1 - index))) & 31n)],
	).join("");
	const groups = text.match(new RegExp(`.{${groupLength}}`, "g")) ?? [];
	const lines = Array.from({ length: shareLines }, (_, line) =>
		groups.slice(line * groupsPerLine, (line + 1) * groupsPerLine).join("-"),
	);
	return lines.join("\n");
}

function parseShare(text: string): Share {
	const plain = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
	if (plain.length !== characters) {
		throw new ShareRefused(`A share has ${characters} letters and digits; these are ${plain.length}.`);
	}
	const values = Array.from(plain, (character) => digits.indexOf(character));
	if (values.includes(-1)) throw new ShareRefused("A share has letters and digits only, and no U.");
	const bits = values.reduce((all, value) => (all << 5n) | BigInt(value), 0n);
	const bytes = Buffer.from(bits.toString(16).padStart(2 * (bodyBytes + checksumBytes), "0"), "hex");
	const body = bytes.subarray(0, bodyBytes);
	if (!checksumOf(body).equals(bytes.subarray(bodyBytes))) {
		throw new ShareRefused("This share is mistyped: its checksum is wrong.");
	}
	const splitEnd = masterKeyIdBytes + splitBytes;
	return {
		masterKeyId: body.toString("hex", 0, masterKeyIdBytes),
		splitId: body.toString("hex", masterKeyIdBytes, splitEnd),
		quorum: body.readUInt8(splitEnd),
		number: body.readUInt8(splitEnd + 1),
		part: new Uint8Array(body.subarray(splitEnd + 2)),
	};
}

/** Finds typing errors only. */
function checksumOf(body: Uint8Array): Buffer {
	return createHash("sha256").update("cardseal share v1").update(body).digest().subarray(0, checksumBytes);
}
