import {
	type Answer,
	type Answers,
	type Command,
	type CommandGroup,
	CommandRefused,
	type Place,
	type PreparedCommand,
	UsageError,
} from "@cardseal/platform/operator";
import { readConfig } from "../config.ts";
import { createOperatorContext, type GatewayContext } from "./context.ts";
import { withDatabase } from "./database.ts";
import { explainFailedStart } from "./explain-start.ts";
import { describeGroup, describeGroups } from "./help.ts";

export type Resolved = { help: string; isAskedFor: boolean } | NamedCommand;

interface NamedCommand {
	group: CommandGroup<GatewayContext>;
	command: Command<GatewayContext>;
	words: string[];
	asJson: boolean;
}

/**
 * Writes errors to standard error.
 *
 * @returns `false` for exit code 1
 */
export function runProgram(
	groups: readonly CommandGroup<GatewayContext>[],
	words: string[],
	place: Place,
): Promise<boolean> {
	return run(resolveCommand(groups, words), place).catch((error: unknown) => {
		place.stderr.write(`${error instanceof CommandRefused ? error.message : explainFailedStart(error)}\n`);
		return false;
	});
}

async function run(resolved: Resolved, place: Place): Promise<boolean> {
	if ("help" in resolved) {
		const stream = resolved.isAskedFor ? place.stdout : place.stderr;
		stream.write(`${resolved.help}\n`);
		return resolved.isAskedFor;
	}
	const { group, asJson } = resolved;
	const write = (line: string) => place.stdout.write(`${line}\n`);
	const print = (start: () => Answers) => printAnswers(answersOf(group, start), { asJson, write });
	// Checks the command line before it looks for a database.
	const prepared = prepareCommand(resolved);
	if (!prepared.needsDatabase) return print(() => prepared.run(place));
	const config = readConfig(place.env);
	return withDatabase(
		config,
		async (database) => {
			const context = await createOperatorContext(config, database, place);
			return print(() => prepared.run(context));
		},
		prepared,
	);
}

/** @throws CommandRefused; a usage error ends with the help of the group */
export function prepareCommand({ group, command, words }: NamedCommand): PreparedCommand<GatewayContext> {
	try {
		return command.prepare(words);
	} catch (error) {
		throw explained(error, group);
	}
}

/** @throws CommandRefused; a usage error ends with the help of the group */
export async function* answersOf(group: CommandGroup<never>, start: () => Answers): AsyncGenerator<Answer> {
	try {
		const answers = start();
		if (answers instanceof Promise) yield await answers;
		else yield* answers;
	} catch (error) {
		throw explained(error, group);
	}
}

function explained(error: unknown, group: CommandGroup<never>): unknown {
	if (!(error instanceof UsageError)) return error;
	return new CommandRefused(`${error.message}\n\n${describeGroup(group)}`, { cause: error });
}

/** @returns `false` when something needs the operator's attention */
export async function printAnswers(
	answers: AsyncIterable<Answer>,
	{ asJson, write }: { asJson: boolean; write: (line: string) => void },
): Promise<boolean> {
	let isComplete = true;
	for await (const answer of answers) {
		write(asJson ? JSON.stringify(answer.json) : answer.text);
		isComplete &&= answer.isComplete ?? true;
	}
	return isComplete;
}

/** `--json` and `--help` may be anywhere; `help` comes first. */
export function resolveCommand(groups: readonly CommandGroup<GatewayContext>[], typed: string[]): Resolved {
	if (typed[0] === "help") return resolveCommand(groups, ["--help", ...typed.slice(1)]);
	const end = typed.includes("--") ? typed.indexOf("--") : typed.length;
	const flags = new Set(typed.slice(0, end));
	const words = typed.filter((word, place) => place >= end || !["--json", "--help", "-h"].includes(word));
	const [name, ...rest] = words;
	const group = groups.find((one) => name !== undefined && (one.name === name || one.alias === name));
	const isAskedFor = flags.has("--help") || flags.has("-h");
	if (group === undefined) {
		const unknown = name === undefined ? "" : `There is no command "${name}".\n\n`;
		return { help: unknown + describeGroups(groups), isAskedFor: isAskedFor && name === undefined };
	}
	const [verb] = rest;
	const named = group.commands.find((command) => command.verb === verb);
	const command = named ?? group.commands.find((one) => one.verb === "");
	if (isAskedFor) return { help: describeGroup(group, named && [named]), isAskedFor };
	if (command !== undefined) {
		return { group, command, words: named === undefined ? rest : rest.slice(1), asJson: flags.has("--json") };
	}
	const unknown = verb === undefined ? "" : `There is no command "${group.name} ${verb}".\n\n`;
	return { help: unknown + describeGroup(group), isAskedFor };
}
