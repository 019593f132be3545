import type { Progress } from "@cardseal/vault";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { withDatabase } from "./database.ts";
import { manageKeys } from "./keys.command.ts";
import { loginName } from "./login-name.ts";
import { runOperatorProgram } from "./program.ts";
import { readKeyCommand } from "./read-key-command.ts";

const clocks = { business: systemClock, real: systemClock };

/** To stderr, so that stdout has the answer alone. */
function tellProgress({ what, done, total }: Progress): void {
	process.stderr.write(`${what}: ${done} of ${total}\n`);
}

/** What an operator can have done to keys, whether or not gateways run. */
async function carryOut(words: string[]): Promise<boolean> {
	const { command, asJson } = readKeyCommand(words);
	const config = readConfig(process.env);
	const { masterKeyFile, nextMasterKeyFile } = config;
	const { text, json, isComplete } = await withDatabase(config, (database) =>
		manageKeys(
			{
				database,
				clocks,
				login: loginName(),
				masterKeyFile,
				nextMasterKeyFile,
				mustBePrivate: !config.sandbox,
				onProgress: tellProgress,
			},
			command,
		),
	);
	process.stdout.write(`${asJson ? JSON.stringify(json) : text}\n`);
	return isComplete;
}

await runOperatorProgram(carryOut);
