import { join } from "node:path";
import { writeFileAtomically } from "@cardseal/platform";
import type { DemoMerchantSecrets } from "./demo-secrets.ts";
import type { Seed } from "./seed.ts";

export type DemoFile = ReturnType<typeof demoFileOf>;

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

export function demoFileOf(
	{ secrets, publicKey, secondPublicKey }: Seed,
	{ publicUrl, shopUrl, partnerRedirectUri }: { publicUrl: string; shopUrl: string; partnerRedirectUri: string },
) {
	return {
		auth_url: publicUrl,
		base_url: publicUrl,
		dashboard_url: `${publicUrl}/app`,
		shop_url: shopUrl,
		...account(secrets.merchant, publicKey),
		second_merchant: account(secrets.secondMerchant, secondPublicKey),
		partner: {
			client_id: secrets.partner.clientId,
			client_secret: secrets.partner.clientSecret,
			redirect_uri: partnerRedirectUri,
		},
	};
}

export async function writeDemoFile(dataDirectory: string, demo: DemoFile): Promise<string> {
	const path = join(dataDirectory, "demo.json");
	await writeFileAtomically(path, `${JSON.stringify(demo, null, "\t")}\n`, { mode: 0o600 });
	return path;
}
