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

class Mortality implements KyselyPlugin {
	readonly #fate: Fate;
	#statements = 0;
	#hasCrashed = false;

	constructor(fate: Fate) {
		this.#fate = fate;
	}

	transformQuery({ node }: PluginTransformQueryArgs) {
		this.#statements += 1;
		this.#live("before");
		return node;
	}

	async transformResult({ result }: PluginTransformResultArgs) {
		this.#live("after");
		return result;
	}

	#live(moment: Fate["when"]): void {
		const { statement, when } = this.#fate;
		if (this.#statements >= statement && when === moment) this.#hasCrashed = true;
		if (this.#hasCrashed) throw new Death();
	}
}
