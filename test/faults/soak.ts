/**
 * Long runs that break things on purpose: `npm run soak -- kill [--kills 30] [--writers 8] [--seed N]`.
 *
 * `kill`: writers sell through a gateway that is killed (SIGKILL) again and again, in one of five times together with its
 * PostgreSQL. In the end what writers were told, the gateway's records and the processor's journal must agree. The same
 * seed makes the same choices; what meets what in time is the machine's.
 */
import { parseArgs } from "node:util";
import { type KillRun, runKills } from "./kill-run.ts";
import { judge, type Verdict } from "./verdict.ts";

const settleLimitSeconds = 30;
/** Violations shown for each promise; the first ones tell what is wrong. */
const shownViolations = 5;

interface Choices {
	kills: number;
	writers: number;
	seed: number;
}

function readChoices(): Choices | undefined {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { kills: { type: "string" }, writers: { type: "string" }, seed: { type: "string" } },
	});
	const choices = {
		kills: Number(values.kills ?? 30),
		writers: Number(values.writers ?? 8),
		seed: Number(values.seed ?? Date.now() % 1_000_000),
	};
	const areWhole = Object.values(choices).every((value) => Number.isSafeInteger(value) && value >= 0);
	return positionals.join() === "kill" && areWhole && choices.kills > 0 && choices.writers > 0 ? choices : undefined;
}

function printVerdicts(verdicts: Verdict[]): void {
	const width = Math.max(...verdicts.map(({ promise }) => promise.length));
	for (const { promise, checked, violations } of verdicts) {
		const result = violations.length === 0 ? "holds" : `BROKEN ${violations.length} times`;
		console.log(`  ${promise.padEnd(width)}  ${String(checked).padStart(6)} checked  ${result}`);
		for (const violation of violations.slice(0, shownViolations)) console.log(`      ${violation}`);
	}
}

function settlingVerdict({ settledAfterSeconds }: KillRun): Verdict {
	const promise = `everything settles within ${settleLimitSeconds} s of the last restart`;
	const isSettled = settledAfterSeconds !== undefined;
	return { promise, checked: 1, violations: isSettled ? [] : [`not after ${settleLimitSeconds} s`] };
}

function summary({ outcomes, sales }: KillRun["evidence"]): string {
	const told = Object.entries(Object.groupBy(outcomes, (outcome) => outcome.told.kind));
	const records = Object.entries(Object.groupBy(sales, ({ status }) => status));
	const count = ([name, list]: [string, unknown[] | undefined]) => `${list?.length ?? 0} ${name}`;
	return `${outcomes.length} sales wanted: ${told.map(count).join(", ")}; on record: ${records.map(count).join(", ")}`;
}

const choices = readChoices();
if (choices === undefined) {
	console.error("Usage: npm run soak -- kill [--kills 30] [--writers 8] [--seed N]");
	process.exitCode = 1;
} else {
	const { kills, writers, seed } = choices;
	console.log(
		`${kills} kills under ${writers} writers. Again with: npm run soak -- kill --kills ${kills} --writers ${writers} --seed ${seed}`,
	);
	const run = await runKills({ ...choices, settleLimitSeconds, say: (line) => console.log(line) });
	console.log(
		`\n${summary(run.evidence)}\nEverything was settled ${run.settledAfterSeconds?.toFixed(1) ?? "never"} s after the last restart.\n`,
	);
	const verdicts = [...judge(run.evidence), settlingVerdict(run)];
	printVerdicts(verdicts);
	const broken = verdicts.filter(({ violations }) => violations.length > 0).length;
	console.log(`\n${verdicts.length - broken} passed, ${broken} failed`);
	process.exitCode = broken === 0 ? 0 : 1;
}
