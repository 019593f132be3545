import { secretCharacters, secretPrefixes, withChecksum } from "@cardseal/identity/gateway";
import { base62 } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";

export type DemoMerchantSecrets = ReturnType<typeof deriveMerchant>;
export type DemoSecrets = ReturnType<typeof deriveDemoSecrets>;

function derive(vault: Vault, label: string, length: number): string {
	let number = BigInt(`0x${vault.mac("sandbox", label).toString("hex")}`);
	let text = "";
	for (let index = 0; index < length; index++) {
		text += base62[Number(number % 62n)];
		number /= 62n;
	}
	return text;
}

function deriveClientSecret(vault: Vault, label: string): string {
	return withChecksum(secretPrefixes.demo + derive(vault, label, secretCharacters));
}

function deriveMerchant(vault: Vault, name: string, email: string) {
	return {
		publicId: derive(vault, `${name} merchant id`, 20),
		clientId: derive(vault, `${name} client id`, 20),
		clientSecret: deriveClientSecret(vault, `${name} client secret`),
		email,
		password: `${derive(vault, `${name} password`, 16)}7a`,
	};
}

/** Derives the same secrets at every start, others on each installation. They are never stored. */
export function deriveDemoSecrets(vault: Vault) {
	return {
		merchant: deriveMerchant(vault, "first", "owner@maple-and-main.example"),
		secondMerchant: deriveMerchant(vault, "second", "owner@harbour-books.example"),
		partner: {
			clientId: derive(vault, "partner client id", 20),
			clientSecret: deriveClientSecret(vault, "partner client secret"),
		},
	};
}

export function deriveMailboxToken(vault: Vault): string {
	return derive(vault, "mailbox token", 32);
}
