import type { Clock } from "@cardseal/platform";
import type { SigningKey, Vault } from "@cardseal/vault";

export interface SigningKeys {
	current(): Promise<SigningKey>;
	find(keyId: string): Promise<SigningKey | undefined>;
	/** At most a second old: another gateway may have a new key. */
	published(): Promise<readonly SigningKey[]>;
}

const keyReadIntervalMs = 1_000;
/** A key retired on another gateway may be used so long. */
const keyFreshMs = 60_000;

/** Unwrapping would dominate a token's cost. */
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

	/** Requests during a read wait for it. */
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
