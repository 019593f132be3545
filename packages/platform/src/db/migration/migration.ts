import type { Kysely } from "kysely";

export interface OfflineMigration {
	up(database: Kysely<unknown>): Promise<void>;
}

/** Runs beside gateways of the previous version. A default or a trigger fills what that does not know. */
export interface OnlineMigration {
	steps: readonly OnlineStep[];
}

/** Needs its lock for moments, and reads no large table. */
export interface OnlineStep {
	/** A part of the recorded hash. */
	kind: "change";
	statement: string;
	locks?: string;
}

/** Names order the migrations, and never change after a release. */
export interface Migrations {
	offline: Readonly<Record<string, OfflineMigration>>;
	online: Readonly<Record<string, OnlineMigration>>;
}

export type NamedMigration = { name: string } & (
	| ({ kind: "offline" } & OfflineMigration)
	| ({ kind: "online" } & OnlineMigration)
);

export function inOrder({ offline, online }: Migrations): NamedMigration[] {
	const all: NamedMigration[] = [
		...Object.entries(offline).map(([name, migration]) => ({ name, kind: "offline" as const, ...migration })),
		...Object.entries(online).map(([name, migration]) => ({ name, kind: "online" as const, ...migration })),
	];
	return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}
