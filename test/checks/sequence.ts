import { describeError, type Outcome, type Step } from "./step.ts";

/** The step that others mean when they say `needsBuild`. */
const buildName = "build";

/**
 * The steps a command line asks for, in their own order; all of them when it names none. A step that looks at built
 * files brings the build with it. With an unknown name nothing is run: who mistypes a step must not read "0 failed".
 */
export function chooseSteps(steps: readonly Step[], names: readonly string[]): { steps: Step[]; unknown: string[] } {
	const unknown = names.filter((name) => steps.every((step) => step.name !== name));
	if (unknown.length > 0) return { steps: [], unknown };
	const asked = steps.filter((step) => names.length === 0 || names.includes(step.name));
	const needsBuild = asked.some((step) => step.needsBuild);
	return { steps: steps.filter((step) => asked.includes(step) || (needsBuild && step.name === buildName)), unknown };
}

/** Steps that run at the same time, each of which mostly keeps one processor busy. */
const lanes = 2;

/**
 * Runs the steps in their order, two at a time where they let each other, and prints, for each, a heading, what failed in
 * full, and the count.
 */
export async function runSteps(
	steps: readonly Step[],
	print: (text: string) => void,
): Promise<{ passed: number; failed: number }> {
	const total = { passed: 0, failed: 0 };
	const failedSteps: string[] = [];
	const runOne = async (step: Step) => {
		const heading = `\n${step.name}: ${step.title}`;
		// Who waits for a long step sees which; what runs beside another one is told in one piece.
		if (step.isAlone) print(heading);
		const started = performance.now();
		const outcome = await outcomeOf(step, failedSteps.includes(buildName));
		const seconds = (performance.now() - started) / 1000;
		if (!step.isAlone) print(heading);
		for (const line of reportLines(outcome)) print(line);
		print(`  ${outcome.passed} passed, ${outcome.failures.length} failed in ${seconds.toFixed(1)} s`);
		total.passed += outcome.passed;
		total.failed += outcome.failures.length;
		if (outcome.failures.length > 0) failedSteps.push(step.name);
	};
	const waiting = [...steps];
	const running = new Map<Step, Promise<void>>();
	while (waiting.length > 0 || running.size > 0) {
		const next = nextOf(waiting, [...running.keys()]);
		if (next === undefined) {
			await Promise.race(running.values());
			continue;
		}
		waiting.splice(waiting.indexOf(next), 1);
		running.set(
			next,
			runOne(next).finally(() => running.delete(next)),
		);
	}
	if (failedSteps.length > 0)
		print(`\nFailed: ${failedSteps.join(", ")}. One step alone: npm test -- ${failedSteps[0]}`);
	return total;
}

/** The first step that can begin now; none overtakes one that runs alone. */
function nextOf(waiting: readonly Step[], running: readonly Step[]): Step | undefined {
	if (running.length === lanes || running.some(({ isAlone }) => isAlone)) return undefined;
	const firstAlone = waiting.findIndex(({ isAlone }) => isAlone);
	if (firstAlone === 0) return running.length === 0 ? waiting[0] : undefined;
	const unfinished = [...waiting, ...running].map(({ name }) => name);
	return waiting
		.slice(0, firstAlone === -1 ? undefined : firstAlone)
		.find((step) => !unfinished.includes(step.needsBuild ? buildName : (step.after ?? "")));
}

/** What a step found; a step that throws, finds nothing at all, or cannot run without a build has failed. */
async function outcomeOf(step: Step, buildFailed: boolean): Promise<Outcome> {
	const failure = (detail: string): Outcome => ({ passed: 0, failures: [{ name: step.title, detail }] });
	if (step.needsBuild && buildFailed) return failure("Not run, because the build failed.");
	try {
		const outcome = await step.run();
		return outcome.passed + outcome.failures.length > 0 ? outcome : failure("It checked nothing.");
	} catch (error) {
		return failure(describeError(error));
	}
}

function reportLines({ failures, output }: Outcome): string[] {
	if (failures.length === 0) return [];
	const lines = failures.map(({ name, detail }) => `  ✗ ${name}\n${indent(detail)}`);
	return output === undefined ? lines : [indent(output), ...lines];
}

function indent(text: string): string {
	return text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}
