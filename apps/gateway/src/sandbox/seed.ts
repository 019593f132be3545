import { hashPassword, hashSecret } from "@cardseal/identity/gateway";
import { services } from "@cardseal/merchants";
import { allowOrigin } from "@cardseal/merchants/gateway";
import type { Clocks } from "@cardseal/platform";
import { type AuditEventFacts, recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { type DemoMerchantSecrets, type DemoSecrets, deriveDemoSecrets } from "./demo-secrets.ts";
import {
	findMerchantId,
	insertDemoMerchant,
	insertOrMovePartner,
	lockSeeding,
	type SeedTransaction,
} from "./seed.store.ts";

const demoTokenLifetimeSeconds = 1_200;

interface SeedOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	partnerRedirectUri: string;
	shopOrigins: string[];
}

export type Seed = Awaited<ReturnType<typeof seedSandbox>>;

/**
 * Creates missing demo merchants and the demo partner. Secrets derive from the vault, so any gateway can repeat
 * this.
 */
export async function seedSandbox({ database, vault, clocks, partnerRedirectUri, shopOrigins }: SeedOptions) {
	const secrets = deriveDemoSecrets(vault);
	const [first, second] = await database.transaction().execute(async (transaction) => {
		await lockSeeding(transaction);
		const seeding = { transaction, vault, clocks };
		await seedPartner(seeding, secrets.partner, partnerRedirectUri);
		const shop = await seedMerchant(seeding, secrets.merchant, "Maple & Main");
		const merchant = { id: shop, mode: "demo" } as const;
		for (const origin of shopOrigins) await allowOrigin(transaction, clocks, merchant, { origin, caller });
		return [shop, await seedMerchant(seeding, secrets.secondMerchant, "Harbour Books")];
	});
	return {
		secrets,
		publicKey: await vault.publicKeyOf({ id: first, environment: "test" }),
		secondPublicKey: await vault.publicKeyOf({ id: second, environment: "test" }),
	};
}

const caller = system("sandbox");

interface Seeding extends Pick<SeedOptions, "vault" | "clocks"> {
	transaction: SeedTransaction;
}

async function seedMerchant(
	{ transaction, vault, clocks }: Seeding,
	secrets: DemoMerchantSecrets,
	name: string,
): Promise<number> {
	const existing = await findMerchantId(transaction, secrets.publicId);
	if (existing !== undefined) return existing;
	const created_at = clocks.business.now();
	const { merchantId, ownerId } = await insertDemoMerchant(transaction, {
		merchant: { merchant_id: secrets.publicId, name, mode: "demo", time_zone: "America/Toronto", created_at },
		owner: {
			email: secrets.email,
			name: "Demo owner",
			role: "owner",
			is_primary_owner: true,
			password_hash: await hashPassword(secrets.password),
			created_at,
		},
		credential: {
			client_id: secrets.clientId,
			secret_hash: hashSecret(vault, secrets.clientSecret),
			name: "Sandbox",
			channel: "E_COMMERCE",
			scopes: [...services],
			token_lifetime_seconds: demoTokenLifetimeSeconds,
			created_at,
			revoked_at: null,
		},
	});
	const created: AuditEventFacts[] = [
		{ type: "merchant.created", object: secrets.publicId },
		{ type: "staff.created", object: String(ownerId) },
		{ type: "credential.created", object: secrets.clientId },
	];
	for (const one of created) await recordEvent(transaction, clocks, { ...one, merchantId, caller });
	return merchantId;
}

async function seedPartner(
	{ transaction, vault, clocks }: Seeding,
	secrets: DemoSecrets["partner"],
	redirectUri: string,
): Promise<void> {
	const isNew = await insertOrMovePartner(transaction, {
		client_id: secrets.clientId,
		secret_hash: hashSecret(vault, secrets.clientSecret),
		business_name: "Demo partner",
		redirect_uris: [redirectUri],
		created_at: clocks.business.now(),
	});
	const created = { type: "credential.created", object: secrets.clientId, merchantId: null, caller } as const;
	if (isNew) await recordEvent(transaction, clocks, created);
}
