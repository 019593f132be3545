import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type Place,
	UsageError,
} from "@cardseal/platform/operator";
import { describe, expect, test } from "vitest";
import { commandGroups } from "./commands.ts";
import type { GatewayContext } from "./context.ts";
import { describeGroup, describeGroups, usageOf } from "./help.ts";
import { answersOf, prepareCommand, printAnswers, resolveCommand } from "./program.ts";

const seal = "0123456789abcdef".repeat(4);

function commandOf(line: string): { usage: string; words: string[]; asJson: boolean } {
	const resolved = resolveCommand(commandGroups, line.split(" "));
	if ("help" in resolved) throw new Error(resolved.help);
	const { group, command, words, asJson } = resolved;
	return { usage: usageOf(group, command), words, asJson };
}

/** Returns the message of a command line that does not fit; such a line never reaches the context. */
function refusalOf(line: string): string {
	const resolved = resolveCommand(
		commandGroups,
		line.split(" ").filter((word) => word !== ""),
	);
	if ("help" in resolved) return resolved.help;
	try {
		prepareCommand(resolved);
	} catch (error) {
		if (error instanceof CommandRefused) return error.message;
		throw error;
	}
	throw new Error("The command line was not refused.");
}

async function collect(answers: AsyncIterable<Answer>): Promise<Answer[]> {
	const all: Answer[] = [];
	for await (const answer of answers) all.push(answer);
	return all;
}

describe("a command line", () => {
	test.each([
		["keys list", "npm run keys -- list"],
		["keys rotate-master --to a.key", "npm run keys -- rotate-master --to FILE"],
		["keys rotate-data --merchant a", "npm run keys -- rotate-data [--merchant ID]"],
		["keys retire --compromised 0123456789abcdef", "npm run keys -- retire KEY [--compromised]"],
		[`audit verify --head 12:${seal}`, "npm run audit -- verify [--head SEQUENCE:SEAL]"],
		["audit list --merchant m", "npm run audit -- list [--merchant ID] [--from DATE]"],
		["audit prune --before 2024-02-29", "npm run audit -- prune --before DATE"],
		["eft show a.txt", "npm run eft -- show FILE"],
		["notices m", "npm run admin -- dunning-mails MERCHANT [MAIL] [on|off]"],
		["guard show m", "npm run admin -- card-testing show MERCHANT"],
	])("names a command, with and without --json: %s", (line, usage) => {
		expect(commandOf(line)).toMatchObject({ usage, asJson: false });
		expect(commandOf(`--json ${line}`)).toMatchObject({ usage, asJson: true });
		expect(commandOf(`${line} --json`)).toMatchObject({ usage, asJson: true });
	});

	test.each([
		["", "npm run admin -- COMMAND --help"],
		["constructor", 'There is no command "constructor".'],
		["keys", "npm run keys -- rotate-data [--merchant ID]"],
		["keys rotate", 'There is no command "keys rotate".'],
		["keys list --all", "There is no option --all."],
		["keys list --merchant a", "There is no option --merchant."],
		["keys list a", "There is one argument too many."],
		["keys rotate-master", "--to is missing."],
		["keys rotate-master a.key", "--to is missing."],
		["keys rotate-master --to", "--to needs a value: --to FILE\n"],
		["keys rotate-master --to=", "--to needs a value: --to FILE\n"],
		["keys rotate-master --to --json", "--to needs a value: --to FILE\n"],
		["keys rotate-master --to -a", "--to needs a value: --to FILE. If the value begins with a dash: --to=-a\n"],
		["keys retire a --compromised=yes", "--compromised takes no value."],
		["keys list -x", "There is no option -x."],
		["keys rotate-master --to a.key --merchant a", "There is no option --merchant."],
		["keys rotate-data a", "There is one argument too many."],
		["keys rotate-data --to a.key", "There is no option --to."],
		["keys rotate-token --compromised", "There is no option --compromised."],
		["keys rotate-signing --merchant a", "There is no option --merchant."],
		["keys retire", "KEY is missing."],
		["keys retire a b", "There is one argument too many."],
		["keys retire a --merchant b", "There is no option --merchant."],
		["audit", "npm run audit -- verify"],
		["audit show", "npm run audit -- list"],
		["audit constructor", "npm run audit -- list"],
		["audit list --all", "npm run audit -- list"],
		["audit list m", "npm run audit -- list"],
		["audit list --merchant", "npm run audit -- list"],
		["audit prune", "npm run audit -- prune --before DATE"],
	])("%j is refused and explained", (line, message) => {
		expect(refusalOf(line)).toContain(message);
	});
});

const textOptions = commandGroups.flatMap((group) =>
	group.commands.flatMap((command) =>
		Object.entries(command.options).flatMap(([name, { value }]) => (value === "TEXT" ? { group, command, name } : [])),
	),
);

describe("a text for the audit log", () => {
	test("is taken by these commands", () => {
		expect(textOptions.map(({ group, command, name }) => `${group.name} ${command.verb} --${name}`).toSorted()).toEqual(
			[
				"processor close-event --reason",
				"processor remove --reason",
				"restore finish --reason",
				"transaction resolve --reason",
			],
		);
	});

	test.each([
		["", "is empty."],
		["4111 1111 1111 1111", "cannot be used. This looks like a card number."],
		["two\nlines", "cannot be used. Leave out line breaks"],
		["x".repeat(256), "cannot be used. Use at most 255 characters."],
	])("is refused by each of them: %j", (text, problem) => {
		for (const { group, command, name } of textOptions) {
			const words = [...command.operands.map(() => "a"), `--${name}`, `${text} `];
			const prepare = () => prepareCommand({ group, command, words, asJson: false });
			expect(prepare).toThrow(`--${name} ${problem}`);
		}
	});
});

describe("help", () => {
	const helpOf = (line: string) => resolveCommand(commandGroups, line.split(" "));

	test("lists every group of commands", () => {
		expect(helpOf("--help")).toEqual({ help: describeGroups(commandGroups), isAskedFor: true });
		expect(helpOf("help")).toEqual(helpOf("--help"));
		expect(helpOf("help processor")).toEqual(helpOf("processor --help"));
		for (const { name } of commandGroups) expect(describeGroups(commandGroups)).toContain(`${name} `);
	});

	test.each(commandGroups)("describes each command of $name", (group) => {
		expect(helpOf(`${group.name} --help`)).toEqual({ help: describeGroup(group), isAskedFor: true });
		for (const command of group.commands) {
			const { help } = helpOf(`${group.name} ${command.verb} -h`.replace("  ", " ")) as { help: string };
			expect(help).toContain(usageOf(group, command));
			expect(help).toContain(command.summary);
			for (const { meaning } of Object.values(command.options)) expect(describeGroup(group)).toContain(meaning);
			for (const operand of command.operands.flatMap((one) => one.match(/[A-Z_]+/g) ?? [])) {
				expect(help).toMatch(new RegExp(`^  ${operand} +\\S`, "m"));
			}
		}
	});
});

describe("an answer", () => {
	const group: CommandGroup<GatewayContext> = {
		name: "test",
		summary: "A command for tests",
		terms: {},
		commands: [
			defineCommand({
				verb: "many",
				summary: "Answers two lines.",
				operands: [],
				options: {},
				async *run() {
					yield { text: "one", json: { line: 1 } };
					yield { text: "two", json: { line: 2 }, isComplete: false };
				},
			}),
			defineCommand({
				verb: "late",
				summary: "Refuses its words late.",
				operands: [],
				options: {},
				run: () => Promise.reject(new UsageError("It is too late.")),
			}),
		],
	};
	const context = {} as GatewayContext & Place;
	const answersTo = (verb: string) => {
		const resolved = resolveCommand([group], ["test", verb]);
		if ("help" in resolved) throw new Error(resolved.help);
		return answersOf(group, () => prepareCommand(resolved).run(context));
	};

	test.each([
		[false, ["one", "two"]],
		[true, ['{"line":1}', '{"line":2}']],
	])("is printed as text or JSON, and says whether it is complete", async (asJson, expected) => {
		const lines: string[] = [];
		const write = (line: string) => lines.push(line);
		expect(await printAnswers(answersTo("many"), { asJson, write })).toBe(false);
		expect(lines).toEqual(expected);
	});

	test("about usage ends with the group's help", async () => {
		const refusal = collect(answersTo("late"));
		await expect(refusal).rejects.toThrow("It is too late.\n\nA command for tests");
	});
});
