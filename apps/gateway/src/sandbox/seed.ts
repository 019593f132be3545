import type { Vault } from "@cardseal/vault";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { hashSecret } from "../oauth/client-authentication.ts";
import { scopes } from "../oauth/scopes.ts";
import { hashPassword } from "../staff/password.ts";
import { addOrigin } from "../widget/origins.store.ts";
import { type DemoMerchantSecrets, type DemoSecrets, deriveDemoSecrets } from "./demo-secrets.ts";
import {
	findMerchantId,
	insertCredential,
	insertMerchant,
	insertOrMovePartner,
	insertStaff,
	lockSeeding,
	type SeedTransaction,
} from "./seed.store.ts";

const demoTokenLifetimeSeconds = 1_200;

export interface SeedOptions {
	database: Database;
	vault: Vault;
	clock: Clock;
	/** Where the demo partner, a page of the shop, takes its codes. */
	partnerRedirectUri: string;
	/** Where the first merchant's card form may stand. */
	shopOrigins: string[];
}

/** What the sandbox's users need to know. */
export interface Seed {
	secrets: DemoSecrets;
	publicKey: string;
	secondPublicKey: string;
}

/**
 * Makes the demo merchants, their credentials, owners and keys, and the demo partner, where they are missing. Every
 * secret derives from a key in the vault, so that this can be done again, by any gateway, at any time.
 */
export async function seedSandbox(options: SeedOptions): Promise<Seed> {
	const { database, vault, clock, partnerRedirectUri, shopOrigins } = options;
	const secrets = deriveDemoSecrets(vault);
	const now = clock.now();
	const [first, second] = await database.transaction().execute(async (seeding) => {
		await lockSeeding(seeding);
		await seedPartner(seeding, vault, secrets, partnerRedirectUri, now);
		const shop = await seedMerchant(seeding, vault, secrets.merchant, "Maple & Main", now);
		for (const origin of shopOrigins) await addOrigin(seeding, { merchantId: shop, origin, now });
		return [shop, await seedMerchant(seeding, vault, secrets.secondMerchant, "Harbour Books", now)];
	});
	return {
		secrets,
		publicKey: await vault.publicKeyOf({ id: first, environment: "test" }),
		secondPublicKey: await vault.publicKeyOf({ id: second, environment: "test" }),
	};
}

async function seedMerchant(
	seeding: SeedTransaction,
	vault: Vault,
	secrets: DemoMerchantSecrets,
	name: string,
	now: number,
): Promise<number> {
	const existing = await findMerchantId(seeding, secrets.merchantId);
	if (existing !== undefined) return existing;
	const merchant = await insertMerchant(seeding, {
		merchant_id: secrets.merchantId,
		name,
		mode: "demo",
		created_at: now,
	});
	const owner = await insertStaff(seeding, {
		merchant_id: merchant,
		email: secrets.email,
		name: "Demo owner",
		role: "owner",
		password_hash: await hashPassword(secrets.password),
		created_at: now,
	});
	await insertCredential(seeding, {
		merchant_id: merchant,
		client_id: secrets.clientId,
		secret_hash: hashSecret(vault, secrets.clientSecret),
		name: "Sandbox",
		channel: "E_COMMERCE",
		scopes: [...scopes],
		token_lifetime_seconds: demoTokenLifetimeSeconds,
		created_by: owner,
		created_at: now,
		revoked_at: null,
	});
	return merchant;
}

async function seedPartner(
	seeding: SeedTransaction,
	vault: Vault,
	secrets: DemoSecrets,
	redirectUri: string,
	now: number,
): Promise<void> {
	await insertOrMovePartner(seeding, {
		client_id: secrets.partner.clientId,
		secret_hash: hashSecret(vault, secrets.partner.clientSecret),
		business_name: "Demo partner",
		redirect_uris: [redirectUri],
		created_at: now,
	});
}
