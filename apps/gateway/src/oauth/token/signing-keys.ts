import type { SigningKey, Vault } from "@cardseal/vault";
import type { Clock } from "../../clock.ts";

/** The keys that access tokens are signed with. */
export interface SigningKeys {
	current(): Promise<SigningKey>;
	find(keyId: string): Promise<SigningKey | undefined>;
	/** All that tokens may be signed with, a second old at most: another gateway may have signed with a new one. */
	published(): Promise<readonly SigningKey[]>;
}

/** How often the key ring is asked again when a token names a key we have not seen, and by those who want to know all. */
const keyReadIntervalMs = 1_000;
/** How long a key that was retired elsewhere may go on signing here, and a destroyed one be believed. */
const keyFreshMs = 60_000;

/** Signing keys held in memory, since unwrapping one for each token would be most of a token's cost. */
export function createSigningKeys(vault: Vault, clock: Clock): SigningKeys {
	let keys: SigningKey[] = [];
	let readAt = Number.NEGATIVE_INFINITY;
	let reading: Promise<void> = Promise.resolve();

	async function read(): Promise<void> {
		try {
			keys = await vault.signingKeys();
		} catch (error) {
			readAt = Number.NEGATIVE_INFINITY;
			throw error;
		}
	}

	/** Whoever asks while keys are being read waits for them: after a start, the first requests come all at once. */
	function refreshAfter(milliseconds: number): Promise<void> {
		if (Math.abs(clock.now() - readAt) >= milliseconds) {
			readAt = clock.now();
			reading = read();
		}
		return reading;
	}

	return {
		async current() {
			await refreshAfter(keyFreshMs);
			const key = keys.find(({ status }) => status === "current");
			if (key === undefined) throw new Error("There is no current key to sign access tokens with.");
			return key;
		},
		async find(keyId) {
			await refreshAfter(keyFreshMs);
			const known = keys.find((key) => key.keyId === keyId);
			if (known !== undefined) return known;
			await refreshAfter(keyReadIntervalMs);
			return keys.find((key) => key.keyId === keyId);
		},
		async published() {
			await refreshAfter(keyReadIntervalMs);
			return keys;
		},
	};
}
