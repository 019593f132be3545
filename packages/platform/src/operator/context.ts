import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";

/** The context of every command. A service adds the settings that its own commands read. */
export interface OperatorContext {
	database: Database;
	clocks: Clocks;
	login: string;
	/** Commands that only list do not call it. */
	createVault(): Promise<Vault>;
	readInput(): Promise<string>;
	findPublicUrl(): Promise<string>;
	/** A sandbox's settings may be missing from the operator's shell. */
	isSandbox(vault: Vault): Promise<boolean>;
	/** Returns true for a database that lacks payments that gateways have seen. */
	isRestored(): Promise<boolean>;
}

export interface Place {
	env: NodeJS.ProcessEnv;
	stdout: { write(text: string): unknown };
	stderr: { write(text: string): unknown };
}
