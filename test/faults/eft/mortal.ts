import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely";
import type { Database } from "../../../apps/gateway/src/db/database.ts";

/** What the code of a process that has died is told, so that it comes to an end. */
export class Death extends Error {
	override readonly name = "Death";

	constructor() {
		super("This process is dead.");
	}
}

/** Where a process dies: at one of its statements, which is the last one it does, or the first one that it does not. */
export interface Fate {
	/** Counted from 1. */
	statement: number;
	when: "before" | "after";
}

/**
 * The database as a process sees it that dies: from then on it can do nothing, and what it had begun and not committed is
 * undone, as PostgreSQL does when a connection breaks.
 */
export function mortalDatabase(database: Database, fate: Fate): Database {
	return database.withPlugin(new Mortality(fate));
}

class Mortality implements KyselyPlugin {
	readonly #fate: Fate;
	#statements = 0;
	#isDead = false;

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
		if (this.#statements >= statement && when === moment) this.#isDead = true;
		if (this.#isDead) throw new Death();
	}
}
