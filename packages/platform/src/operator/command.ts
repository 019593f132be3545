import { parseArgs } from "node:util";
import { readText, UsageError } from "./command-refused.ts";
import type { OperatorContext, Place } from "./context.ts";

export interface Answer {
	text: string;
	json: unknown;
	/** `false` makes the program exit with 1. */
	isComplete?: boolean;
}

/** A long list answers one line at a time. */
export type Answers = Promise<Answer> | AsyncIterable<Answer>;

/** As `parseArgs` of node:util defines it. */
interface Option {
	type: "string" | "boolean";
	multiple?: true;
	required?: true;
	/** In the help, such as `DATE`. Flags have none. A `TEXT` is checked, because it goes into the audit log. */
	value?: string;
	meaning: string;
}

type Options = Record<string, Option>;
type ValueOf<One extends Option> = One["type"] extends "boolean"
	? boolean
	: One["multiple"] extends true
		? string[]
		: string;
export type Values<Known extends Options> = {
	[Name in keyof Known]: Known[Name]["required"] extends true ? ValueOf<Known[Name]> : ValueOf<Known[Name]> | undefined;
};
/** `[NAME]` is an optional operand. */
type Operands<Names extends readonly string[]> = {
	[Place in keyof Names]: Names[Place] extends `[${string}]` ? string | undefined : string;
};

interface CommandDefinition<Known extends Options, Names extends readonly string[], Context> {
	verb: string;
	operands?: Names;
	options?: Known;
	summary: string;
	/** The serving role may not change the tables that the command changes. */
	asOwner?: true;
	run(context: Context, operands: Operands<Names>, values: Values<Known>): Answers;
}

export interface Command<Context = OperatorContext> {
	verb: string;
	operands: readonly string[];
	options: Options;
	summary: string;
	prepare: (words: string[]) => PreparedCommand<Context>;
}

export type PreparedCommand<Context> =
	| { needsDatabase: true; asOwner: boolean; run: (context: Context) => Answers }
	| { needsDatabase: false; run: (place: Place) => Answers };

export interface CommandGroup<Context = OperatorContext> {
	name: string;
	/** A former name that still works. */
	alias?: string;
	script?: string;
	summary: string;
	terms: Record<string, string>;
	notes?: readonly string[];
	commands: readonly Command<Context>[];
}

export function defineCommand<
	const Known extends Options = Record<never, Option>,
	const Names extends readonly string[] = [],
	Context = OperatorContext,
>(definition: CommandDefinition<Known, Names, Context>): Command<Context> {
	const { run, asOwner = false } = definition;
	return {
		operands: [],
		options: {},
		...definition,
		prepare(words) {
			const { operands, values } = parse(definition, words);
			return { needsDatabase: true, asOwner, run: (context) => run(context, operands, values) };
		},
	};
}

/** Works on files alone. */
export function defineOfflineCommand<
	const Known extends Options = Record<never, Option>,
	const Names extends readonly string[] = [],
>(definition: CommandDefinition<Known, Names, Place>): Command<unknown> {
	return {
		operands: [],
		options: {},
		...definition,
		prepare(words) {
			const { operands, values } = parse(definition, words);
			return { needsDatabase: false, run: (place) => definition.run(place, operands, values) };
		},
	};
}

function parse<Known extends Options, const Names extends readonly string[]>(
	{ options = {} as Known, operands: names = [] as never }: { options?: Known; operands?: Names },
	words: string[],
): { operands: Operands<Names>; values: Values<Known> } {
	const { positionals, values } = parseWords(options, words);
	const missingOption = Object.entries(options).find(([name, { required }]) => required && values[name] === undefined);
	if (missingOption !== undefined) throw new UsageError(`--${missingOption[0]} is missing.`);
	const missing = names[positionals.length];
	if (missing !== undefined && !missing.startsWith("[")) throw new UsageError(`${missing} is missing.`);
	const extra = positionals[names.length];
	if (extra !== undefined) throw new UsageError("There is one argument too many.");
	const read = Object.entries(values).map(([name, value]) => [
		name,
		options[name]?.value === "TEXT" ? readText(name, String(value)) : value,
	]);
	// Every required operand and option is there.
	return { operands: positionals as unknown as Operands<Names>, values: Object.fromEntries(read) as Values<Known> };
}

function parseWords(options: Options, words: string[]) {
	// Node's own refusals speak to programmers.
	const parsed = parseArgs({ args: words, options, allowPositionals: true, strict: false, tokens: true });
	for (const token of parsed.tokens) {
		if (token.kind === "option") requireFitting(options, token);
	}
	return parsed;
}

interface OptionToken {
	name: string;
	rawName: string;
	value: string | undefined;
	inlineValue: boolean | undefined;
}

function requireFitting(options: Options, { name, rawName, value, inlineValue }: OptionToken): void {
	const option = Object.hasOwn(options, name) ? options[name] : undefined;
	if (option === undefined) throw new UsageError(`There is no option ${rawName}.`);
	if (option.type === "boolean") {
		if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
		return;
	}
	const call = `${rawName} ${option.value}`;
	if (value === undefined || value === "") throw new UsageError(`${rawName} needs a value: ${call}`);
	// Standard input.
	if (inlineValue !== true && value !== "-" && value.startsWith("-"))
		throw new UsageError(`${rawName} needs a value: ${call}. If the value begins with a dash: ${rawName}=${value}`);
}
