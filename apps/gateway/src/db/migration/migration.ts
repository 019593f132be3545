import type { Kysely } from "kysely";

/**
 * A change that no gateway of the previous version may serve beside: it runs while no gateway is connected. So does the first
 * one, which meets an empty database.
 */
export interface OfflineMigration {
	up(database: Kysely<unknown>): Promise<void>;
}

/**
 * A change that runs beside serving gateways of the previous version. That version neither reads nor fills what is new, so a
 * default or a trigger has to fill the rows that it writes meanwhile.
 */
export interface OnlineMigration {
	steps: readonly OnlineStep[];
}

/** A statement that needs its lock for moments, such as `add column`. It must read and write no row of a large table. */
export interface OnlineStep {
	/** Always this one; a part of the recorded hash. */
	kind: "change";
	statement: string;
	/** The existing table that the statement locks. */
	locks?: string;
}

/** The migrations of a version, by name. All run in the order of their names; the name of a released one never changes. */
export interface Migrations {
	offline: Readonly<Record<string, OfflineMigration>>;
	online: Readonly<Record<string, OnlineMigration>>;
}

export type NamedMigration = { name: string } & (
	| ({ kind: "offline" } & OfflineMigration)
	| ({ kind: "online" } & OnlineMigration)
);

/** Returns both lists as one, in the order in which they run. */
export function inOrder({ offline, online }: Migrations): NamedMigration[] {
	const all: NamedMigration[] = [
		...Object.entries(offline).map(([name, migration]) => ({ name, kind: "offline" as const, ...migration })),
		...Object.entries(online).map(([name, migration]) => ({ name, kind: "online" as const, ...migration })),
	];
	return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}
