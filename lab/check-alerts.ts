/**
 * `npm run lab -- alerts`: causes every fault as `npm test` does, and lets Prometheus' own engine judge the scrapes: promtool of
 * Debian's package prometheus, which is fetched if it is not installed (apt-get, without installing it).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TimeSeries } from "../test/faults/alerts/promql.ts";
import { readRules, rulesFile } from "../test/faults/alerts/rules.ts";
import { type Firing, firingAt, lastMinute, lastQuietMinute } from "../test/faults/alerts/timeline.ts";
import { root } from "../test/run/command.ts";

/** The record that the test of faults wrote. */
interface Recorded {
	what: string;
	timeline: TimeSeries[];
}

const rules = readRules();
const scratch = mkdtempSync(join(tmpdir(), "cardseal-alerts-"));

function findPromtool(): string {
	if (spawnSync("promtool", ["--version"]).status === 0) return "promtool";
	execFileSync("apt-get", ["download", "--quiet", "prometheus"], {
		cwd: scratch,
		stdio: ["ignore", "ignore", "inherit"],
	});
	const [archive] = globSync("prometheus_*.deb", { cwd: scratch });
	if (archive === undefined) throw new Error("apt-get brought no package. Install promtool, version 2.42 or newer.");
	execFileSync("dpkg-deb", ["-x", archive, "prometheus"], { cwd: scratch });
	return join(scratch, "prometheus/usr/bin/promtool");
}

function causeFaults(): Recorded[] {
	const file = join(scratch, "recorded.json");
	execFileSync("npx", ["vitest", "run", "--reporter=verbose", "test/faults/alerts/alerts.test.ts"], {
		cwd: root,
		env: { ...process.env, RECORD_ALERTS: file },
		stdio: "inherit",
	});
	const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded[];
	// JSON has no undefined.
	for (const series of recorded.flatMap(({ timeline }) => timeline)) {
		series.values = series.values.map((value) => value ?? undefined);
	}
	return recorded;
}

/** A value a minute; `stale` where a scrape lacked the series, as Prometheus marks it. */
function inputOf({ name, labels, values }: TimeSeries) {
	const matchers = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
	const written = values.map((value) => (value === undefined ? "stale" : String(value)));
	return { series: `${name}{${matchers.join(",")}}`, values: written.join(" ") };
}

/** A test of promtool: before the fault and half an hour later, each rule fires as our evaluation found. */
function testOf({ what, timeline }: Recorded) {
	const names = new Set(rules.flatMap(({ expr }) => expr.match(/\b(?:cardseal_\w+|up)\b/g) ?? []));
	const known = timeline.filter(({ name }) => names.has(name));
	const alert_rule_test = [lastQuietMinute, lastMinute].flatMap((minute) => {
		const firing = Map.groupBy(firingAt(rules, known, minute), ({ alert }) => alert);
		return rules.map(({ alert, labels, annotations }) => ({
			eval_time: `${minute}m`,
			alertname: alert,
			exp_alerts: (firing.get(alert) ?? []).map((one: Firing) => {
				return { exp_labels: { ...one.labels, ...labels }, exp_annotations: annotations };
			}),
		}));
	});
	return { name: what, interval: "1m", input_series: known.map(inputOf), alert_rule_test };
}

try {
	const promtool = findPromtool();
	execFileSync(promtool, ["check", "rules", rulesFile], { stdio: "inherit" });
	const recorded = causeFaults();
	copyFileSync(rulesFile, join(scratch, "alerts.yaml"));
	// JSON is YAML.
	const tests = { rule_files: ["alerts.yaml"], evaluation_interval: "1m", tests: recorded.map(testOf) };
	writeFileSync(join(scratch, "tests.yaml"), JSON.stringify(tests));
	execFileSync(promtool, ["test", "rules", join(scratch, "tests.yaml")], { stdio: "inherit" });
	console.log(`Prometheus fires as expected in all ${recorded.length} faults.`);
} finally {
	rmSync(scratch, { recursive: true, force: true });
}
