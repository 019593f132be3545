import { type Command, type CommandGroup, table } from "@cardseal/platform/operator";

export function describeGroups(groups: readonly CommandGroup<never>[]): string {
	return [
		"Usage: npm run admin -- COMMAND …",
		"",
		table(groups.map(({ name, summary }) => [name, summary])),
		"",
		"npm run admin -- COMMAND --help describes a command.",
		"Every command prints JSON with --json, exits with 0 when it succeeds, and with 1 otherwise.",
	].join("\n");
}

/** Options of equal names need equal meanings. */
export function describeGroup(
	group: CommandGroup<never>,
	commands: readonly Command<never>[] = group.commands,
): string {
	const options = new Map(
		commands.flatMap((command) =>
			Object.entries(command.options).map(([name, { value, meaning }]) => [flagOf(name, value), meaning] as const),
		),
	);
	const terms = Object.entries(group.terms).filter(([term]) =>
		commands.some(({ operands }) => operands.some((operand) => wordsIn(operand).includes(term))),
	);
	return [
		group.summary,
		"",
		...commands.flatMap((command) => [`  ${usageOf(group, command)}`, `      ${command.summary}`]),
		"",
		table([...terms, ...options, ["--json", "Prints JSON."]]),
		...(group.notes === undefined ? [] : ["", ...group.notes]),
	].join("\n");
}

function wordsIn(operand: string): string[] {
	return operand.split(/[[\]|]/);
}

/** `npm run admin -- origin add MERCHANT ORIGIN` */
export function usageOf(group: CommandGroup<never>, { verb, operands, options }: Command<never>): string {
	const program = group.script === undefined ? `npm run admin -- ${group.name}` : `npm run ${group.script} --`;
	const flags = Object.entries(options)
		.toSorted(([, one], [, other]) => Number(other.required ?? false) - Number(one.required ?? false))
		.map(([name, { value, required, multiple }]) => {
			const flag = flagOf(name, value);
			const once = required ? flag : `[${flag}]`;
			return multiple ? `${once}…` : once;
		});
	return [program, verb, ...operands, ...flags].filter((word) => word !== "").join(" ");
}

function flagOf(name: string, value: string | undefined): string {
	return value === undefined ? `--${name}` : `--${name} ${value}`;
}
