import type { Vault } from "@cardseal/vault";
import { type Transaction as DatabaseTransaction, sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { GatewayTables } from "../db/schema.ts";
import { hashSecret } from "../oauth/client-authentication.ts";
import { scopes } from "../oauth/scopes.ts";
import { hashPassword } from "../staff/password.ts";
import { type DemoMerchantSecrets, type DemoSecrets, deriveDemoSecrets } from "./demo-secrets.ts";

type Writer = DatabaseTransaction<GatewayTables>;

/** Any number: it names the lock that lets one gateway seed at a time. */
const seedLock = 727_001;

const demoTokenLifetimeSeconds = 1_200;

export interface SeedOptions {
	database: Database;
	vault: Vault;
	clock: Clock;
	/** Where the demo partner, a page of the shop, takes its codes. */
	partnerRedirectUri: string;
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
export async function seedSandbox({ database, vault, clock, partnerRedirectUri }: SeedOptions): Promise<Seed> {
	const secrets = deriveDemoSecrets(vault);
	const now = clock.now();
	const [first, second] = await database.transaction().execute(async (writer) => {
		await sql`select pg_advisory_xact_lock(${seedLock})`.execute(writer);
		await seedPartner(writer, vault, secrets, partnerRedirectUri, now);
		return [
			await seedMerchant(writer, vault, secrets.merchant, "Maple & Main", now),
			await seedMerchant(writer, vault, secrets.secondMerchant, "Harbour Books", now),
		];
	});
	return {
		secrets,
		publicKey: await vault.publicKeyOf({ id: first, environment: "test" }),
		secondPublicKey: await vault.publicKeyOf({ id: second, environment: "test" }),
	};
}

async function seedMerchant(
	writer: Writer,
	vault: Vault,
	secrets: DemoMerchantSecrets,
	name: string,
	now: number,
): Promise<number> {
	const existing = await writer
		.selectFrom("merchants")
		.select("id")
		.where("merchant_id", "=", secrets.merchantId)
		.executeTakeFirst();
	if (existing !== undefined) return existing.id;
	const merchant = await writer
		.insertInto("merchants")
		.values({ merchant_id: secrets.merchantId, name, mode: "demo", created_at: now })
		.returning("id")
		.executeTakeFirstOrThrow();
	const owner = await writer
		.insertInto("staff")
		.values({
			merchant_id: merchant.id,
			email: secrets.email,
			name: "Demo owner",
			role: "owner",
			password_hash: await hashPassword(secrets.password),
			created_at: now,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	await writer
		.insertInto("client_credentials")
		.values({
			merchant_id: merchant.id,
			client_id: secrets.clientId,
			secret_hash: hashSecret(vault, secrets.clientSecret),
			name: "Sandbox",
			channel: "E_COMMERCE",
			scopes: [...scopes],
			token_lifetime_seconds: demoTokenLifetimeSeconds,
			created_by: owner.id,
			created_at: now,
			revoked_at: null,
		})
		.execute();
	return merchant.id;
}

async function seedPartner(
	writer: Writer,
	vault: Vault,
	secrets: DemoSecrets,
	redirectUri: string,
	now: number,
): Promise<void> {
	await writer
		.insertInto("partners")
		.values({
			client_id: secrets.partner.clientId,
			secret_hash: hashSecret(vault, secrets.partner.clientSecret),
			business_name: "Demo partner",
			redirect_uris: [redirectUri],
			created_at: now,
		})
		.onConflict((conflict) => conflict.column("client_id").doUpdateSet({ redirect_uris: [redirectUri] }))
		.execute();
}
