import { advanceFileNumber } from "@cardseal/eft/gateway";
import { deleteAllSessions } from "@cardseal/identity/gateway";
import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { macOf } from "./restored-mode.ts";
import { lockOpenRestore, type Restore, updateRestore } from "./restores.store.ts";

export interface Finishing {
	database: Database;
	vault: Pick<Vault, "mac">;
	clocks: Clocks;
	caller: Caller;
	reason: string;
	/** Finishes with open items, or without reconciling. */
	despiteOpen: boolean;
}

export type Finished =
	| { result: "finished"; finishedAt: number }
	| { result: "not_restored" }
	| { result: "not_reconciled" }
	| { result: "open"; items: Restore["open_items"] };

/** Signs all staff out, because sessions that ended in the window are back. */
export function finish({ database, vault, clocks, caller, reason, despiteOpen }: Finishing): Promise<Finished> {
	return database.transaction().execute(async (transaction: Database): Promise<Finished> => {
		const restore = await lockOpenRestore(transaction);
		if (restore === undefined) return { result: "not_restored" };
		if (restore.reconciled_at === null && !despiteOpen) return { result: "not_reconciled" };
		if (restore.open_items.length > 0 && !despiteOpen) return { result: "open", items: restore.open_items };
		const finishedAt = clocks.real.now();
		const mac = macOf((purpose, message) => vault.mac(purpose, message), restore);
		// Also those of files that were not adopted.
		for (const [originatorId, last] of Object.entries(restore.file_numbers)) {
			await advanceFileNumber(transaction, originatorId, last);
		}
		await updateRestore(transaction, restore.id, { finished_at: finishedAt, mac });
		await deleteAllSessions(transaction);
		const lost_heads = restore.lost_heads.map(({ sequence }) => String(sequence));
		const details = { reason, open: restore.open_items.length, lost_heads };
		const about = { object: String(restore.id), merchantId: null, caller };
		await recordEvent(transaction, clocks, { type: "restore.finished", ...about, details });
		return { result: "finished", finishedAt };
	});
}
