import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { chooseSteps, runSteps } from "./sequence.ts";
import { type Outcome, runChecks, type Step } from "./step.ts";

const passing: Outcome = { passed: 2, failures: [] };
const failing: Outcome = { passed: 1, failures: [{ name: "a promise", detail: "was broken" }] };

function step(name: string, outcome: Outcome | Error, needsBuild = false): Step {
	const run = async () => {
		if (outcome instanceof Error) throw outcome;
		return outcome;
	};
	return { name, title: `title of ${name}`, needsBuild, run };
}

async function runAll(...steps: Step[]): Promise<{ passed: number; failed: number; printed: string }> {
	const lines: string[] = [];
	const total = await runSteps(steps, (line) => lines.push(line));
	return { ...total, printed: lines.join("\n") };
}

describe("running the steps", () => {
	test("steps after a failed one run too, and the sums are those of all", async () => {
		expect(await runAll(step("a", failing), step("b", passing))).toMatchObject({ passed: 3, failed: 1 });
	});

	test("what failed is printed in full, with the output of its tool; what passed is not", async () => {
		const { printed } = await runAll(
			step("a", { ...failing, output: "words of the tool" }),
			step("b", { ...passing, output: "long story" }),
		);
		expect(printed).toContain("words of the tool");
		expect(printed).toContain("✗ a promise\n    was broken");
		expect(printed).not.toContain("long story");
	});

	test("a step that throws has failed", async () => {
		const { passed, failed, printed } = await runAll(step("a", new Error("broke half way")));
		expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
		expect(printed).toContain("broke half way");
	});

	test("a step that checked nothing has failed", async () => {
		expect(await runAll(step("a", { passed: 0, failures: [] }))).toMatchObject({ passed: 0, failed: 1 });
	});

	test("after a failed build, what needs built files counts as failed and the rest runs", async () => {
		const { passed, failed, printed } = await runAll(
			step("build", failing),
			step("a", passing, true),
			step("b", passing),
		);
		expect({ passed, failed }).toEqual({ passed: 3, failed: 2 });
		expect(printed).toContain("Not run, because the build failed.");
	});
});

describe("steps beside one another", () => {
	/** Runs steps, each of which notes its beginning and its end. */
	async function storyOf(...steps: Omit<Step, "title" | "run">[]): Promise<string[]> {
		const story: string[] = [];
		const run = (name: string) => async () => {
			story.push(`${name} begins`);
			await setImmediate();
			story.push(`${name} ends`);
			return passing;
		};
		await runSteps(
			steps.map((one) => ({ ...one, title: "", run: run(one.name) })),
			() => undefined,
		);
		return story;
	}

	test("two run at a time, and the third begins when one has ended", async () => {
		const story = await storyOf({ name: "a" }, { name: "b" }, { name: "c" });
		expect(story.slice(0, 2)).toEqual(["a begins", "b begins"]);
		expect(story.indexOf("c begins")).toBeGreaterThan(story.indexOf("a ends"));
	});

	test("what needs built files waits for the build, and so does what writes the same ones; another goes ahead", async () => {
		const story = await storyOf(
			{ name: "build" },
			{ name: "a", after: "build" },
			{ name: "b", needsBuild: true },
			{ name: "c" },
		);
		expect(story.slice(0, 3)).toEqual(["build begins", "c begins", "build ends"]);
		expect(story).toHaveLength(8);
	});

	test("one that waits for a step that is not run begins at once", async () => {
		expect(await storyOf({ name: "a", after: "build" })).toEqual(["a begins", "a ends"]);
	});

	test("nothing runs beside one that is alone, and nothing overtakes it", async () => {
		const story = await storyOf({ name: "a" }, { name: "b", isAlone: true }, { name: "c" });
		expect(story).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
	});
});

describe("choosing steps", () => {
	const steps = [step("types", passing), step("build", passing), step("bundles", passing, true)];
	const namesOf = (...names: string[]) => chooseSteps(steps, names).steps.map(({ name }) => name);

	test("no name means every step", () => {
		expect(namesOf()).toEqual(["types", "build", "bundles"]);
	});

	test("steps keep their order, whatever the order of the names", () => {
		expect(namesOf("build", "types")).toEqual(["types", "build"]);
	});

	test("a step that needs built files brings the build", () => {
		expect(namesOf("bundles")).toEqual(["build", "bundles"]);
	});

	test("with one unknown name nothing runs", () => {
		expect(chooseSteps(steps, ["types", "typo"])).toEqual({ steps: [], unknown: ["typo"] });
	});
});

describe("running checks", () => {
	test("a check passes when it has no problem to tell, and fails by its name otherwise", async () => {
		const outcome = await runChecks([
			{ name: "fine", problem: () => undefined },
			{ name: "empty list", problem: async () => [] },
			{ name: "one", problem: () => "a problem" },
			{ name: "several", problem: () => ["first", "second"] },
		]);
		expect(outcome).toEqual({
			passed: 2,
			failures: [
				{ name: "one", detail: "a problem" },
				{ name: "several", detail: "first\nsecond" },
			],
		});
	});

	test("a check that throws has failed, and the next one runs", async () => {
		const broken = () => {
			throw new Error("no such file");
		};
		const outcome = await runChecks([
			{ name: "broken", problem: broken },
			{ name: "fine", problem: () => undefined },
		]);
		expect(outcome).toMatchObject({ passed: 1, failures: [{ name: "broken" }] });
	});

	test.each([undefined, "", null, new Error("")])("a check that throws %j has failed", async (thrown) => {
		const broken = () => {
			throw thrown;
		};
		expect(await runChecks([{ name: "broken", problem: broken }])).toMatchObject({ passed: 0, failures: [{}] });
	});
});
