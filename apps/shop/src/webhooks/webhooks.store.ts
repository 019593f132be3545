import type { DatabaseSync } from "node:sqlite";

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(database: DatabaseSync) {
	const endpoint = database.prepare("SELECT id, secret FROM endpoint");
	const keep = database.prepare("INSERT OR REPLACE INTO endpoint VALUES (1, ?, ?)");
	return {
		findEndpoint: () => endpoint.get() as { id: string; secret: string } | undefined,
		keepEndpoint: (id: string, secret: string) => void keep.run(id, secret),
	};
}
