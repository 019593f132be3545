/**
 * Long runs with faults or with very many random cases. The same seed makes the same choices.
 *
 * - `npm run lab -- soak kill [--live] [--processor NAME] [--kills 30] [--writers 8] [--seed N]`
 * - `npm run lab -- soak caret [--runs 100000] [--seed N]`
 * - `npm run lab -- soak model [--live] [--commands 1000000] [--seed N]`
 * - `npm run lab -- soak renewal [--subscriptions 1000] [--years 2] [--seed N]`
 * - `npm run lab -- soak eft [--steps 2000] [--seed N]`
 * - `npm run lab -- soak fuzz [--requests 1000000] [--seed N]`
 * - `npm run lab -- soak aft [--payments 1000000] [--seed N]`
 * - `npm run lab -- soak chaos [--rounds 20] [--seed N]`
 * - `npm run lab -- soak races [--rounds 20] [--seed N]`
 *
 * `kill`: writers sell through a gateway that is killed (SIGKILL) again and again, one time in five together with its
 * PostgreSQL. At the end the responses, the gateway's records, the processor's journal and the events must agree. One server of
 * the merchant must get every event, while the others never answer, answer late, send 10 MB, redirect, break the connection or
 * fail. The timing depends on the machine. With `--live`, the gateway is no sandbox, its merchant's account is at an acquirer
 * with faults, and the merchant has no servers. With `--processor stripe`, `adyen`, `bambora` or `moneris`, the account is at the
 * simulator of that processor.
 *
 * `caret`: random edits of each of the card form's fields, compared with digits that have a caret and no format.
 *
 * `model`: random commands against the real routes, compared with plain arrays, as in the tests but longer. With `--live`, the
 * processor is the example adapter at an acquirer with faults.
 *
 * `renewal`: years of subscriptions with declines, crashes, outages and a clock that steps back, compared with a plain
 * model.
 *
 * `eft`: transfers, deposits, requests and payments between wallets, with returns and processes that die at any
 * statement, compared with plain sums and with the banks' data.
 *
 * `chaos`: faults of the database, while sales, refunds, renewals and sends run.
 *
 * `races`: cancellations against due charges, and payers, merchants and the end of a link against each other.
 *
 * `fuzz`: random requests to every route, with tokens, with a session and over raw
 * connections. A 5xx, a hang or an unknown shape of error fails.
 *
 * `aft`: random payments through AFT files of every bank profile, written and read again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { caretSubjects, playCaretScripts } from "../test/faults/caret-scripts.ts";
import { judge, type Verdict } from "../test/faults/verdict.ts";
import { type KillRun, runKills, sandboxSide } from "./kill-run.ts";
import { type FarName, isFarName } from "./live-far.ts";
import { liveSide } from "./live-side.ts";

const sandboxLimitSeconds = 30;
/** Longer, because faults delay inquiries as well. */
const liveLimitSeconds = 90;
/** Without look-up, a sale that never arrived is found after the day's end only, by an inquiry that may be due as late again. */
const reportLimitSeconds = 300;
/** Violations shown for each promise; the first ones tell what is wrong. */
const shownViolations = 5;

interface Choices {
	command: string;
	live: boolean;
	/** Of a live gateway. */
	processor: FarName;
	kills: number;
	writers: number;
	runs: number;
	commands: number;
	subscriptions: number;
	years: number;
	steps: number;
	payments: number;
	rounds: number;
	requests: number;
	seed: number;
}

function readChoices(): Choices | undefined {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			live: { type: "boolean" },
			processor: { type: "string" },
			kills: { type: "string" },
			writers: { type: "string" },
			runs: { type: "string" },
			commands: { type: "string" },
			subscriptions: { type: "string" },
			years: { type: "string" },
			steps: { type: "string" },
			payments: { type: "string" },
			rounds: { type: "string" },
			requests: { type: "string" },
			seed: { type: "string" },
			help: { type: "boolean" },
		},
	});
	const counts = {
		kills: Number(values.kills ?? 30),
		writers: Number(values.writers ?? 8),
		runs: Number(values.runs ?? 100_000),
		commands: Number(values.commands ?? 1_000_000),
		subscriptions: Number(values.subscriptions ?? 1_000),
		years: Number(values.years ?? 2),
		steps: Number(values.steps ?? 2_000),
		payments: Number(values.payments ?? 1_000_000),
		rounds: Number(values.rounds ?? 20),
		requests: Number(values.requests ?? 1_000_000),
	};
	const seed = Number(values.seed ?? Date.now() % 1_000_000);
	const areWhole = [...Object.values(counts), seed].every((value) => Number.isSafeInteger(value) && value >= 0);
	const areSome = Object.values(counts).every((count) => count > 0);
	const { processor = "example" } = values;
	if (!areWhole || !areSome || !isFarName(processor)) return undefined;
	const live = values.live ?? values.processor !== undefined;
	return { command: positionals.join(), live, processor, ...counts, seed };
}

function printVerdicts(verdicts: Verdict[]): void {
	const width = Math.max(...verdicts.map(({ promise }) => promise.length));
	for (const { promise, checked, violations } of verdicts) {
		const result = violations.length === 0 ? "holds" : `BROKEN ${violations.length} times`;
		console.log(`  ${promise.padEnd(width)}  ${String(checked).padStart(6)} checked  ${result}`);
		for (const violation of violations.slice(0, shownViolations)) console.log(`      ${violation}`);
	}
}

function recoveryVerdict({ recoveredAfterSeconds }: KillRun, limitSeconds: number): Verdict {
	const promise = `every sale has an outcome within ${limitSeconds} s of the last restart`;
	const isRecovered = recoveredAfterSeconds !== undefined;
	return { promise, checked: 1, violations: isRecovered ? [] : [`not after ${limitSeconds} s`] };
}

function summary({ outcomes, sales }: KillRun["evidence"]): string {
	const responses = Object.entries(Object.groupBy(outcomes, (outcome) => outcome.response.kind));
	const records = Object.entries(Object.groupBy(sales, ({ status }) => status));
	const count = ([name, list]: [string, unknown[] | undefined]) => `${list?.length ?? 0} ${name}`;
	return `${outcomes.length} sales wanted: ${responses.map(count).join(", ")}; on record: ${records.map(count).join(", ")}`;
}

function limitSecondsOf({ live, processor }: Choices): number {
	if (!live) return sandboxLimitSeconds;
	return processor === "adyen" ? reportLimitSeconds : liveLimitSeconds;
}

async function soakKills(choices: Choices): Promise<number> {
	const { live, processor, kills, writers, seed } = choices;
	const command = `npm run lab -- soak kill ${live ? `--processor ${processor} ` : ""}--kills ${kills} --writers ${writers} --seed ${seed}`;
	console.log(`${kills} kills under ${writers} writers. Again with: ${command}`);
	const recoveryLimitSeconds = limitSecondsOf(choices);
	const side = live ? await liveSide(seed, processor) : sandboxSide;
	const run = await runKills({ ...choices, side, recoveryLimitSeconds, say: (line) => console.log(line) });
	console.log(
		`\n${summary(run.evidence)}\nEvery sale had an outcome ${run.recoveredAfterSeconds?.toFixed(1) ?? "never"} s after the last restart.`,
	);
	if (side.startServers !== undefined) {
		console.log(`Every event had arrived ${run.deliveredAfterSeconds?.toFixed(1) ?? "never"} s later.`);
	}
	console.log();
	return report([...judge(run.evidence), recoveryVerdict(run, recoveryLimitSeconds)]);
}

function soakCarets({ runs, seed }: Choices): number {
	console.log(
		`${runs} edit scripts on each field. Again with: npm run lab -- soak caret --runs ${runs} --seed ${seed}\n`,
	);
	return report(caretSubjects.map((only) => caretVerdict({ runs, seed, only })));
}

function caretVerdict(scripts: { runs: number; seed: number; only: string }): Verdict {
	const promise = `the caret in ${scripts.only} stands where it stands among plain digits`;
	try {
		playCaretScripts(scripts);
		return { promise, checked: scripts.runs, violations: [] };
	} catch (error) {
		return { promise, checked: scripts.runs, violations: [error instanceof Error ? error.message : String(error)] };
	}
}

function soakModel({ live, commands, seed }: Choices): Promise<number> {
	const setting = live ? "MODEL_LIVE_COMMANDS" : "MODEL_COMMANDS";
	return soakTest("test/faults/model", { [setting]: String(commands), MODEL_SEED: String(seed) });
}

function soakRenewal({ subscriptions, years, seed }: Choices): Promise<number> {
	return soakTest("test/faults/renewal", {
		RENEWAL_SUBSCRIPTIONS: String(subscriptions),
		RENEWAL_YEARS: String(years),
		RENEWAL_SEED: String(seed),
	});
}

function soakEft({ steps, seed }: Choices): Promise<number> {
	return soakTest("test/faults/eft", { EFT_STEPS: String(steps), EFT_SEED: String(seed) });
}

function soakAft({ payments, seed }: Choices): Promise<number> {
	return soakTest("packages/aft/src/file/round-trip", { AFT_PAYMENTS: String(payments), AFT_SEED: String(seed) });
}

function soakChaos({ rounds, seed }: Choices): Promise<number> {
	return soakTest("test/faults/chaos", { CHAOS_ROUNDS: String(rounds), CHAOS_SEED: String(seed) });
}

function soakRaces({ rounds, seed }: Choices): Promise<number> {
	const settings = { RACE_ROUNDS: String(rounds), RACE_SEED: String(seed) };
	return soakTest(["test/faults/cancel-race", "test/faults/link-races"], settings);
}

function soakFuzz({ requests, seed }: Choices): Promise<number> {
	return soakTest("test/faults/fuzz", { FUZZ_REQUESTS: String(requests), FUZZ_SEED: String(seed) });
}

/** Runs tests whose length comes from the environment; Vitest brings the database they need. */
async function soakTest(paths: string | string[], settings: Record<string, string>): Promise<number> {
	// On disk: a long run could fill the memory.
	const options = { env: { ...process.env, TMPDIR: tmpdir(), ...settings }, stdio: "inherit" } as const;
	const child = spawn("vitest", ["run", ...[paths].flat(), "--disable-console-intercept"], options);
	const [code] = await once(child, "exit");
	return code ?? 1;
}

/** Prints the results and returns the exit code. */
function report(verdicts: Verdict[]): number {
	printVerdicts(verdicts);
	const broken = verdicts.filter(({ violations }) => violations.length > 0).length;
	console.log(`\n${verdicts.length - broken} passed, ${broken} failed`);
	return broken === 0 ? 0 : 1;
}

const choices = readChoices();
if (choices?.command === "kill") {
	process.exitCode = await soakKills(choices);
} else if (choices?.command === "caret") {
	process.exitCode = soakCarets(choices);
} else if (choices?.command === "model") {
	process.exitCode = await soakModel(choices);
} else if (choices?.command === "renewal") {
	process.exitCode = await soakRenewal(choices);
} else if (choices?.command === "eft") {
	process.exitCode = await soakEft(choices);
} else if (choices?.command === "fuzz") {
	process.exitCode = await soakFuzz(choices);
} else if (choices?.command === "aft") {
	process.exitCode = await soakAft(choices);
} else if (choices?.command === "chaos") {
	process.exitCode = await soakChaos(choices);
} else if (choices?.command === "races") {
	process.exitCode = await soakRaces(choices);
} else {
	console.error(
		`Usage: npm run lab -- soak kill [--live] [--processor NAME] [--kills 30] [--writers 8] [--seed N]
       npm run lab -- soak caret [--runs 100000] [--seed N]
       npm run lab -- soak model [--live] [--commands 1000000] [--seed N]
       npm run lab -- soak renewal [--subscriptions 1000] [--years 2] [--seed N]
       npm run lab -- soak eft [--steps 2000] [--seed N]
       npm run lab -- soak fuzz [--requests 1000000] [--seed N]
       npm run lab -- soak aft [--payments 1000000] [--seed N]
       npm run lab -- soak chaos [--rounds 20] [--seed N]
       npm run lab -- soak races [--rounds 20] [--seed N]`,
	);
	process.exitCode = 1;
}
