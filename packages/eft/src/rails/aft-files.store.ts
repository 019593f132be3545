import { isLaterFileCreationNumber } from "@cardseal/aft";
import type { Database } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import type { AftFileRow } from "./tables.ts";

/** Locks the number, so that numbers have no gaps; 0 before the first. */
export async function lockLastFileNumber(transaction: Database, originatorId: string): Promise<number> {
	await transaction
		.insertInto("aft.originators")
		.values({ originator_id: originatorId, last_file_creation_number: 0 })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const { last_file_creation_number } = await transaction
		.selectFrom("aft.originators")
		.select("last_file_creation_number")
		.where("originator_id", "=", originatorId)
		.forUpdate()
		.executeTakeFirstOrThrow();
	return last_file_creation_number;
}

/** Never goes back: a number that a bank has seen is not given again. */
export async function advanceFileNumber(transaction: Database, originatorId: string, number: number): Promise<void> {
	const last = await lockLastFileNumber(transaction, originatorId);
	if (!isLaterFileCreationNumber(number, last)) return;
	await transaction
		.updateTable("aft.originators")
		.set({ last_file_creation_number: number })
		.where("originator_id", "=", originatorId)
		.execute();
}

export async function findFileSince(
	database: Database,
	{ originatorId, number, since }: { originatorId: string; number: number; since: number },
): Promise<number | undefined> {
	const row = await database
		.selectFrom("aft.files")
		.select("id")
		.where("originator_id", "=", originatorId)
		.where("file_creation_number", "=", number)
		.where("numbered_at", ">=", since)
		.executeTakeFirst();
	return row?.id;
}

export type NumberedFile = Omit<Insertable<GatewayTables["aft.files"]>, "id" | "written_at">;

/** @returns the row id */
export async function insertFile(transaction: Database, file: NumberedFile): Promise<number> {
	await advanceFileNumber(transaction, file.originator_id, file.file_creation_number);
	const { id } = await transaction.insertInto("aft.files").values(file).returning("id").executeTakeFirstOrThrow();
	return id;
}

export async function listUnwritten(database: Database): Promise<number[]> {
	const rows = await database
		.selectFrom("aft.files")
		.select("id")
		.where("written_at", "is", null)
		.orderBy("id")
		.execute();
	return rows.map(({ id }) => id);
}

export function lockUnwritten(transaction: Database, id: number): Promise<AftFileRow | undefined> {
	return transaction
		.selectFrom("aft.files")
		.selectAll()
		.where("id", "=", id)
		.where("written_at", "is", null)
		.forUpdate()
		.executeTakeFirst();
}

export async function markWritten(transaction: Database, id: number, now: number): Promise<void> {
	await transaction.updateTable("aft.files").set({ written_at: now }).where("id", "=", id).execute();
}

/** Returns `undefined` for an unknown file. */
export async function lockAssignedLines(transaction: Database, sha256: Buffer): Promise<number[] | undefined> {
	const row = await transaction
		.selectFrom("aft.imports")
		.select("assigned_lines")
		.where("sha256", "=", sha256)
		.forUpdate()
		.executeTakeFirst();
	return row?.assigned_lines;
}

export async function assignLine(transaction: Database, sha256: Buffer, line: number): Promise<void> {
	await transaction
		.updateTable("aft.imports")
		.set({ assigned_lines: sql<number[]>`assigned_lines || ${line}::integer` })
		.where("sha256", "=", sha256)
		.execute();
}

export type NewImport = Omit<Insertable<GatewayTables["aft.imports"]>, "id">;

/** @returns `false` for a file that was imported before */
export async function insertImport(transaction: Database, taken: NewImport): Promise<boolean> {
	const inserted = await transaction
		.insertInto("aft.imports")
		.values(taken)
		.onConflict((conflict) => conflict.column("sha256").doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted !== undefined;
}
