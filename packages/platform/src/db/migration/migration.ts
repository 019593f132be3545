import type { Kysely } from "kysely";

export interface OfflineMigration {
	up(database: Kysely<unknown>): Promise<void>;
}

/** Needs its lock for moments. Runs beside the previous version: a default or a trigger fills what that lacks. */
export interface OnlineStep {
	/** A part of the recorded hash. */
	kind: "change";
	locks?: string;
	statement: string;
}

export function change([statement = ""]: TemplateStringsArray): OnlineStep {
	return { kind: "change", statement };
}

/** @param locks the changed table: an autovacuum of it ends first */
export function changeOf(locks: string): typeof change {
	return ([statement = ""]) => ({ kind: "change", locks, statement });
}

/** Names order the migrations, and never change after a release. */
export interface Migrations {
	offline: Readonly<Record<string, OfflineMigration>>;
	online: Readonly<Record<string, readonly OnlineStep[]>>;
}

export type NamedMigration = { name: string } & (
	| ({ kind: "offline" } & OfflineMigration)
	| { kind: "online"; steps: readonly OnlineStep[] }
);

export function inOrder({ offline, online }: Migrations): NamedMigration[] {
	const all: NamedMigration[] = [
		...Object.entries(offline).map(([name, migration]) => ({ name, kind: "offline" as const, ...migration })),
		...Object.entries(online).map(([name, steps]) => ({ name, kind: "online" as const, steps })),
	];
	return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}
