import type { Kysely } from "kysely";

/** A change that runs while no gateway is connected. */
export interface OfflineMigration {
	up(database: Kysely<unknown>): Promise<void>;
}

/**
 * A change that runs beside gateways of the previous version. A default or a trigger has to fill what that version does
 * not know.
 */
export interface OnlineMigration {
	steps: readonly OnlineStep[];
}

/** A statement that needs its lock for moments, such as `add column`, and reads no row of a large table. */
export interface OnlineStep {
	/** A part of the recorded hash. */
	kind: "change";
	statement: string;
	locks?: string;
}

/** Migrations by name, in whose order they run. The name of a released one never changes. */
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
