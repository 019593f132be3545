/**
 * `npm run lab` lists the experiments: what takes long, or needs several machines or root. `npm run lab -- NAME …` runs one, with
 * its own options; the head of its file describes them.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../test/run/command.ts";

interface Experiment {
	file: string;
	/** One line for the list. */
	about: string;
	/** Another program than Node; it gets the words before those of the caller. */
	words?: readonly string[];
}

const experiments: Record<string, Experiment> = {
	soak: {
		file: "lab/soak.ts",
		about: "long runs with faults or random cases: kill, chaos, races, model, renewal, eft, fuzz, aft, caret",
	},
	faults: {
		file: "vitest",
		words: ["run", "--project=faults"],
		about: "kills, hangs and starves gateways, workers, databases and processors: tests that take minutes",
	},
	pages: {
		file: "lab/pages.ts",
		about:
			"browser tests that prove a promise again, on a phone or by the earlier provider's script, or that take long",
	},
	"restore-drill": {
		file: "lab/restore/drill.ts",
		about: "restores a database to a point in time under selling gateways, and reconciles it",
	},
	failover: {
		file: "lab/replication/failover.ts",
		about: "sells while primaries of a replicated PostgreSQL fail; needs root",
	},
	pgbouncer: {
		file: "lab/replication/pgbouncer.ts",
		about: "sells through PgBouncer in each of its modes; needs root",
	},
	alerts: {
		file: "lab/check-alerts.ts",
		about: "causes the fault of every alert, and lets Prometheus judge the scrapes",
	},
	image: { file: "lab/image.ts", about: "builds the image and sells through it; needs root" },
	hsm: { file: "vitest", words: ["run", "--project=hsm"], about: "the master key in SoftHSM; needs Debian's softhsm2" },
	previous: { file: "lab/previous.ts", about: "runs the API tests of the newest release on this version's tables" },
	"find-pan": { file: "test/leaks/find-pan.ts", about: "searches logs, dumps and exports for card numbers" },
	bench: { file: "lab/load/bench.ts", about: "measures the gateway beside a ceiling of this machine" },
	"bench-sales": {
		file: "lab/load/sales.ts",
		about: "sends token sales at constant rates, and compares the most a second with peers",
	},
	"bench-billing": {
		file: "lab/load/billing.ts",
		about: "measures the renewal of 10,000 subscriptions, by one gateway and by two",
	},
	"bench-eft": { file: "lab/load/eft.ts", about: "measures the way of 10,000 bank payments into a bank file" },
	"bench-erasure": {
		file: "lab/load/erasure.ts",
		about: "measures charges while personal data of old payments is erased",
	},
	"bench-migration": { file: "lab/load/migration.ts", about: "measures sales while migrations run" },
	"bench-pages": { file: "lab/load/pages.ts", about: "measures what browsers load, at full speed and on a slow phone" },
	"bench-partitions": {
		file: "lab/load/partitions.ts",
		about: "compares a table of transactions with one that has a partition for each month",
	},
	"bench-reporting": {
		file: "lab/load/reporting.ts",
		about: "compares lists, overview, export and sales among 10,000 and a million transactions",
	},
	"bench-size": { file: "lab/load/size.ts", about: "measures the disk that sales take" },
	"bench-webhooks": {
		file: "lab/load/webhooks.ts",
		about: "compares deliveries with plain POSTs, also while other endpoints hang",
	},
};

const [name, ...words] = process.argv.slice(2);
const experiment = name === undefined ? undefined : experiments[name];
if (experiment === undefined) {
	if (name !== undefined) console.error(`There is no experiment "${name}".\n`);
	const width = Math.max(...Object.keys(experiments).map((each) => each.length));
	for (const [each, { about }] of Object.entries(experiments)) console.log(`${each.padEnd(width)}  ${about}`);
	process.exitCode = name === undefined ? 0 : 2;
} else {
	const { file, words: first } = experiment;
	const [program, args] =
		first === undefined ? [process.execPath, ["--conditions=source", file]] : [join("node_modules/.bin", file), first];
	const { status } = spawnSync(program, [...args, ...words], { cwd: root, stdio: "inherit" });
	process.exitCode = status ?? 1;
}
