import type { Database } from "../db/database.ts";
import type { Restore } from "../restored-mode/restores.store.ts";
import type { OpenItem } from "../restored-mode/tables.ts";

export function lockOpenRestore(transaction: Database): Promise<Restore | undefined> {
	return transaction.selectFrom("restores").selectAll().where("finished_at", "is", null).forUpdate().executeTakeFirst();
}

export async function noteReconciled(
	transaction: Database,
	id: number,
	{ reconciledAt, openItems }: { reconciledAt: number; openItems: OpenItem[] },
): Promise<void> {
	await transaction
		.updateTable("restores")
		.set({ reconciled_at: reconciledAt, open_items: JSON.stringify(openItems) as never })
		.where("id", "=", id)
		.execute();
}

export async function finishRestore(
	transaction: Database,
	id: number,
	{ finishedAt, mac }: { finishedAt: number; mac: Buffer },
): Promise<void> {
	await transaction.updateTable("restores").set({ finished_at: finishedAt, mac }).where("id", "=", id).execute();
}
