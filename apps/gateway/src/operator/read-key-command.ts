import { parseArgs } from "node:util";
import type { RotatablePurpose } from "@cardseal/vault";
import { CommandRefused } from "./command-refused.ts";

/** What an operator can ask for. */
export type KeyCommand =
	| { action: "list" }
	| { action: "rotate-master"; file: string }
	| { action: "rotate"; purpose: RotatablePurpose; merchantName: string | undefined }
	| { action: "retire"; keyId: string; compromised: boolean };

const usage = [
	"The keys of this installation:",
	"  npm run keys -- list                             every key, what needs it, when it should be rotated",
	"  npm run keys -- rotate-master --to FILE          have the master key in FILE wrap every key",
	"  npm run keys -- rotate-data [--merchant ID]      new keys for stored cards, which are encrypted anew",
	"  npm run keys -- rotate-accounts [--merchant ID]  new keys for bank accounts, which are encrypted anew",
	"  npm run keys -- rotate-token [--merchant ID]     new public keys for checkout pages",
	"  npm run keys -- rotate-signing                   a new key for access tokens",
	"  npm run keys -- retire KEY [--compromised]       destroy a key that nothing needs any more",
	"ID is the merchant's id or its public key. --json answers in JSON. What was interrupted is finished by the same command.",
].join("\n");

const rotations: ReadonlyMap<string | undefined, RotatablePurpose> = new Map([
	["rotate-data", "card_storage"],
	["rotate-accounts", "bank_account_storage"],
	["rotate-token", "card_token"],
	["rotate-signing", "access_token"],
]);

interface Words {
	positionals: string[];
	values: { to?: string; merchant?: string; compromised?: boolean; json?: boolean };
}

/**
 * Reads what an operator typed.
 *
 * @throws CommandRefused that says what to type instead
 */
export function readKeyCommand(words: string[]): { command: KeyCommand; asJson: boolean } {
	const { positionals, values } = readWords(words);
	const { json = false, ...options } = values;
	const command = commandOf({ positionals, values: options });
	if (command === undefined) throw new CommandRefused(usage);
	return { command, asJson: json };
}

function readWords(args: string[]): Words {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				to: { type: "string" },
				merchant: { type: "string" },
				compromised: { type: "boolean" },
				json: { type: "boolean" },
			},
		});
	} catch (cause) {
		throw new CommandRefused(usage, { cause });
	}
}

/** `undefined` when a word is missing, or there is one that the action has no use for. */
function commandOf({ positionals: [action, subject, ...others], values }: Words): KeyCommand | undefined {
	const given = Object.keys(values).concat(subject === undefined ? [] : ["subject"], others);
	const allows = (...names: string[]) => given.every((name) => names.includes(name));
	const { to, merchant: merchantName, compromised = false } = values;
	if (action === "list" && allows()) return { action };
	if (action === "rotate-master" && to && allows("to")) return { action, file: to };
	if (action === "retire" && subject && allows("subject", "compromised")) {
		return { action, keyId: subject, compromised };
	}
	const purpose = rotations.get(action);
	// The key of access tokens serves every merchant.
	const scope = purpose === "access_token" ? [] : ["merchant"];
	return purpose && allows(...scope) ? { action: "rotate", purpose, merchantName } : undefined;
}
