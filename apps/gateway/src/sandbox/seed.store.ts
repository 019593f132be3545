import { advisoryLocks } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql, type Transaction } from "kysely";

export type SeedTransaction = Transaction<GatewayTables>;

type NewRow<Table extends keyof GatewayTables> = Insertable<GatewayTables[Table]>;

/** Waits until no other gateway seeds. The lock ends with the transaction. */
export async function lockSeeding(seeding: SeedTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(${advisoryLocks.sandboxSeed})`.execute(seeding);
}

export async function findMerchantId(seeding: SeedTransaction, publicId: string): Promise<number | undefined> {
	const row = await seeding.selectFrom("merchants").select("id").where("merchant_id", "=", publicId).executeTakeFirst();
	return row?.id;
}

/** Returns the new row's id. */
export async function insertMerchant(seeding: SeedTransaction, merchant: NewRow<"merchants">): Promise<number> {
	const { id } = await seeding.insertInto("merchants").values(merchant).returning("id").executeTakeFirstOrThrow();
	return id;
}

/** Returns the new row's id. */
export async function insertStaff(seeding: SeedTransaction, staff: NewRow<"staff">): Promise<number> {
	const { id } = await seeding.insertInto("staff").values(staff).returning("id").executeTakeFirstOrThrow();
	return id;
}

export async function insertCredential(
	seeding: SeedTransaction,
	credential: NewRow<"client_credentials">,
): Promise<void> {
	await seeding.insertInto("client_credentials").values(credential).execute();
}

/**
 * Updates an existing partner's redirect URIs: the shop may have moved to another port.
 *
 * @returns `true` for a new partner
 */
export async function insertOrMovePartner(seeding: SeedTransaction, partner: NewRow<"partners">): Promise<boolean> {
	const { isNew } = await seeding
		.insertInto("partners")
		.values(partner)
		.onConflict((conflict) => conflict.column("client_id").doUpdateSet({ redirect_uris: partner.redirect_uris }))
		// PostgreSQL sets xmax on an updated row only.
		.returning(sql<boolean>`xmax = 0`.as("isNew"))
		.executeTakeFirstOrThrow();
	return isNew;
}
