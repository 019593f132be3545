import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely";
import type { Database } from "../../../packages/platform/src/db/database.ts";

/** Thrown at every statement of a crashed process, to end its code. */
export class Death extends Error {
	override readonly name = "Death";

	constructor() {
		super("This process has crashed.");
	}
}

/** The statement at which a process dies: before it runs, or after. */
export interface Fate {
	/** Counted from 1. */
	statement: number;
	when: "before" | "after";
}

/**
 * Returns the database of a process that dies. From then on every statement fails, and an open transaction is rolled back, as
 * PostgreSQL does when a connection breaks.
 */
export function mortalDatabase(database: Database, fate: Fate): Database {
	return database.withPlugin(new Mortality(fate));
}

export class Mortality implements KyselyPlugin {
	readonly #fate: Fate;
	readonly #begun = new WeakSet<object>();
	#statements = 0;
	#hasCrashed = false;

	constructor(fate: Fate) {
		this.#fate = fate;
	}

	get hasCrashed(): boolean {
		return this.#hasCrashed;
	}

	transformQuery({ node, queryId }: PluginTransformQueryArgs) {
		this.#begun.add(queryId);
		this.#begin();
		return node;
	}

	async transformResult({ result, queryId }: PluginTransformResultArgs) {
		// Kysely does not show statements of plain SQL before they run.
		if (this.#begun.has(queryId)) this.#live("after");
		else this.step();
		return result;
	}

	/** Counts a step other than a statement, once it is done. */
	step(): void {
		this.#begin();
		this.#live("after");
	}

	#begin(): void {
		this.#statements += 1;
		this.#live("before");
	}

	#live(moment: Fate["when"]): void {
		const { statement, when } = this.#fate;
		if (this.#statements >= statement && when === moment) this.#hasCrashed = true;
		if (this.#hasCrashed) throw new Death();
	}
}
