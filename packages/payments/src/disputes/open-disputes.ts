import type { Database } from "@cardseal/platform/db";
import { z } from "@hono/zod-openapi";
import { disputeRecordOf, disputeRecordSchema } from "./dispute-record.ts";
import { readOpenDisputes } from "./disputes.store.ts";

const shown = 5;

/** The section of the overview. */
export const openDisputes = {
	fields: {
		open_disputes: z
			.object({
				count: z.int().openapi({ description: "All of them" }),
				due_first: z.array(disputeRecordSchema).openapi({ description: `Up to ${shown}, the first due first` }),
			})
			.openapi("OpenDisputes", { description: "Disputes that wait for an answer" }),
	},
	async read(database: Database, merchantId: number) {
		const { count, dueFirst } = await readOpenDisputes(database, merchantId, shown);
		return { open_disputes: { count, due_first: dueFirst.map(disputeRecordOf) } };
	},
};
