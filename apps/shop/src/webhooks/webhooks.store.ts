import type { DatabaseSync } from "node:sqlite";
import type { WebhookEvent } from "@cardseal/client";

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(database: DatabaseSync) {
	const endpoint = database.prepare("SELECT id, secret FROM endpoint");
	const keep = database.prepare("INSERT OR REPLACE INTO endpoint VALUES (1, ?, ?)");
	const byId = database.prepare("SELECT id FROM events WHERE id = ?");
	const add = database.prepare("INSERT INTO events VALUES (?, ?)");
	const beforeGap = database.prepare(
		"SELECT min(sequence) AS sequence FROM events WHERE sequence + 1 NOT IN (SELECT sequence FROM events)",
	);
	const forget = database.prepare("DELETE FROM events");
	return {
		findEndpoint: () => endpoint.get() as { id: string; secret: string } | undefined,
		keepEndpoint: (id: string, secret: string) => void keep.run(id, secret),
		isHandled: (id: string) => byId.get(id) !== undefined,
		addHandled: ({ id, sequence }: WebhookEvent) => void add.run(id, sequence),
		/** Continues behind a sequence, and forgets the handled events. */
		beginBehind(sequence: number): void {
			forget.run();
			add.run(`before ${sequence + 1}`, sequence);
		},
		/** Returns the last sequence before a missing event; undefined before the first event. */
		lastBeforeGap: () => (beforeGap.get() as { sequence: number | null }).sequence ?? undefined,
	};
}
