import { join } from "node:path";
import { writeFileAtomically } from "@cardseal/platform";
import type { DemoMerchantSecrets } from "./demo-secrets.ts";
import type { Seed } from "./seed.ts";

/** The content of `demo.json`. */
export interface DemoFile {
	auth_url: string;
	base_url: string;
	client_id: string;
	client_secret: string;
	public_key: string;
	merchant_id: string;
	dashboard_url: string;
	email: string;
	password: string;
	shop_url: string;
	second_merchant: {
		client_id: string;
		client_secret: string;
		public_key: string;
		merchant_id: string;
		email: string;
		password: string;
	};
	partner: { client_id: string; client_secret: string; redirect_uri: string };
}

export interface DemoAddresses {
	publicUrl: string;
	shopUrl: string;
	partnerRedirectUri: string;
}

function account(secrets: DemoMerchantSecrets, publicKey: string) {
	return {
		client_id: secrets.clientId,
		client_secret: secrets.clientSecret,
		public_key: publicKey,
		merchant_id: secrets.publicId,
		email: secrets.email,
		password: secrets.password,
	};
}

export function demoFileOf({ secrets, publicKey, secondPublicKey }: Seed, addresses: DemoAddresses): DemoFile {
	return {
		auth_url: addresses.publicUrl,
		base_url: addresses.publicUrl,
		dashboard_url: `${addresses.publicUrl}/app`,
		shop_url: addresses.shopUrl,
		...account(secrets.merchant, publicKey),
		second_merchant: account(secrets.secondMerchant, secondPublicKey),
		partner: {
			client_id: secrets.partner.clientId,
			client_secret: secrets.partner.clientSecret,
			redirect_uri: addresses.partnerRedirectUri,
		},
	};
}

/** Returns the path of the file, which only its owner may read. */
export async function writeDemoFile(dataDirectory: string, demo: DemoFile): Promise<string> {
	const path = join(dataDirectory, "demo.json");
	await writeFileAtomically(path, `${JSON.stringify(demo, null, "\t")}\n`, { mode: 0o600 });
	return path;
}
