import { advisoryLocks } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql, type Transaction } from "kysely";

export type SeedTransaction = Transaction<GatewayTables>;

export async function lockSeeding(seeding: SeedTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(${advisoryLocks.sandboxSeed})`.execute(seeding);
}

export async function findMerchantId(seeding: SeedTransaction, publicId: string): Promise<number | undefined> {
	const row = await seeding.selectFrom("merchants").select("id").where("merchant_id", "=", publicId).executeTakeFirst();
	return row?.id;
}

type NewRow<Table extends keyof GatewayTables> = Insertable<GatewayTables[Table]>;

interface DemoMerchant {
	merchant: NewRow<"merchants">;
	owner: Omit<NewRow<"staff">, "merchant_id">;
	credential: Omit<NewRow<"client_credentials">, "merchant_id" | "created_by">;
}

export async function insertDemoMerchant(seeding: SeedTransaction, { merchant, owner, credential }: DemoMerchant) {
	const insert = <Table extends "merchants" | "staff">(table: Table, row: NewRow<Table>) =>
		seeding
			.insertInto(table)
			.values(row as never)
			.returning("id")
			.executeTakeFirstOrThrow();
	const { id: merchant_id } = await insert("merchants", merchant);
	const { id: created_by } = await insert("staff", { ...owner, merchant_id });
	await seeding
		.insertInto("client_credentials")
		.values({ ...credential, merchant_id, created_by })
		.execute();
	return { merchantId: merchant_id, ownerId: created_by };
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
