import type { Database } from "@cardseal/platform/db";
import type { MerchantLogosTable } from "./tables.ts";

export type NewLogo = Omit<MerchantLogosTable, "merchant_id">;

export function findLogo(
	database: Database,
	merchantId: number,
): Promise<Pick<NewLogo, "content_hash" | "width" | "height"> | undefined> {
	return database
		.selectFrom("merchant_logos")
		.select(["content_hash", "width", "height"])
		.where("merchant_id", "=", merchantId)
		.executeTakeFirst();
}

/** Merchants with the same logo share its address. */
export function findLogoContent(
	database: Database,
	contentHash: string,
): Promise<Pick<NewLogo, "media_type" | "content"> | undefined> {
	return database
		.selectFrom("merchant_logos")
		.select(["media_type", "content"])
		.where("content_hash", "=", contentHash)
		.limit(1)
		.executeTakeFirst();
}

/** Returns `false` if the merchant has this logo already. */
export async function replaceLogo(transaction: Database, merchantId: number, logo: NewLogo): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("merchant_logos")
		.values({ merchant_id: merchantId, ...logo })
		.onConflict((conflict) =>
			conflict.column("merchant_id").doUpdateSet(logo).where("merchant_logos.content_hash", "<>", logo.content_hash),
		)
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Returns `false` if there is none. */
export async function deleteLogo(transaction: Database, merchantId: number): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("merchant_logos")
		.where("merchant_id", "=", merchantId)
		.executeTakeFirstOrThrow();
	return numDeletedRows === 1n;
}

export async function copyLogo(transaction: Database, fromId: number, toId: number): Promise<void> {
	await transaction
		.insertInto("merchant_logos")
		.columns(["merchant_id", "content_hash", "media_type", "width", "height", "content"])
		.expression((eb) =>
			eb
				.selectFrom("merchant_logos")
				.select((select) => [
					select.cast<number>(select.val(toId), "bigint").as("merchant_id"),
					"content_hash",
					"media_type",
					"width",
					"height",
					"content",
				])
				.where("merchant_id", "=", fromId),
		)
		.execute();
}
