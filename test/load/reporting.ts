/**
 * `npm run bench:reporting`: compares transaction lists among 10,000 and 1,000,000 rows. Two gateways get the same
 * queries alternately, so that other work on the machine affects both. Exits with 1 when a list takes more than 1.5
 * times as long among the million. Queries with known long scans are shown, not judged.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DemoFile } from "@cardseal/gateway";
import { openDatabase } from "../../apps/gateway/src/db/database.ts";
import { bearerToken } from "../fixtures/bearer-token.ts";
import type { AllTables } from "../fixtures/tables.ts";
import { eachFilter, reportingQueries } from "./reporting-queries.ts";
import { runBench, type Servers } from "./run-bench.ts";
import { seedTransactions } from "./seed-transactions.ts";

const sizes = [10_000, Number(process.env.BENCH_ROWS ?? 1_000_000)];
const asks = Number(process.env.BENCH_ASKS ?? 40);
const highestRatio = 1.5;
/** Pages of 100 rows before the deep page. */
const deepPages = 50;
const newest = Date.UTC(2026, 10, 21);

const listPath = "/transaction-service/transaction";
const userListPath = `${listPath}/user`;

/** A gateway with this many transactions. */
interface Side {
	ask(path: string): Promise<string>;
}

interface Question {
	name: string;
	/** The path on each side: a cursor belongs to one gateway. */
	paths: string[];
	/** True when the ratio is judged. */
	isJudged: boolean;
}

interface Measured extends Question {
	milliseconds: number[];
	ratio: number;
}

async function startSide({ scratch, startDatabase, startGateway }: Servers, rows: number): Promise<Side> {
	const directory = join(scratch, String(rows));
	mkdirSync(directory, { mode: 0o711 });
	const databaseUrl = await startDatabase(directory);
	const { url, demo } = await startGateway({ DATA_DIR: directory });
	console.log(`  seeding ${rows} transactions …`);
	await seed(databaseUrl, demo, rows);
	const authorization = `Bearer ${await bearerToken(url, demo)}`;
	return {
		async ask(path) {
			const response = await fetch(url + path, { headers: { authorization } });
			if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
			return response.text();
		},
	};
}

/** Fills the database of the running gateway. */
async function seed(url: string, demo: DemoFile, rows: number): Promise<void> {
	const database: AllTables = openDatabase({ url, maximumConnections: 1 }).withTables();
	try {
		const { merchant_id: merchantId, created_by: userId } = await database
			.selectFrom("client_credentials")
			.select(["merchant_id", "created_by"])
			.where("client_id", "=", demo.client_id)
			.executeTakeFirstOrThrow();
		if (userId === null) throw new Error("Nobody has made the demo credential, so there is no user's list to ask for.");
		await seedTransactions(database, { merchantId, userId, rows, newest });
	} finally {
		await database.destroy();
	}
}

/** Returns a path to each side's page after `deepPages` full ones. */
async function deepPaths(sides: Side[], path: string): Promise<string[]> {
	const deepPath = async ({ ask }: Side) => {
		let after = "";
		for (let page = 0; page < deepPages; page++) {
			const { paging } = JSON.parse(await ask(`${path}?limit=100&after=${after}`));
			after = paging.cursors.after;
		}
		return `${path}?after=${after}`;
	};
	return Promise.all(sides.map(deepPath));
}

async function questions(sides: Side[]): Promise<Question[]> {
	const asked = (path: string, query: Record<string, string>, isJudged: boolean): Question => {
		const text = `${path}?${new URLSearchParams(query)}`;
		return { name: decodeURIComponent(text), paths: sides.map(() => text), isJudged };
	};
	const deep = [listPath, userListPath].map(async (path) => {
		return { name: `${path}, ${deepPages} pages down`, paths: await deepPaths(sides, path), isJudged: true };
	});
	return [
		...(await Promise.all(deep)),
		...[{}, ...eachFilter()].map((query) => asked(userListPath, query, true)),
		...reportingQueries().map(({ query, isLongScan }) => asked(listPath, query, !isLongScan)),
	];
}

/** The fastest answers: slower ones were delayed by other work on the machine. */
async function measure(sides: Side[], question: Question): Promise<Measured> {
	const times: number[][] = sides.map(() => []);
	for (let count = 0; count < asks; count++) {
		for (const [index, side] of sides.entries()) {
			const begun = performance.now();
			await side.ask(question.paths[index] ?? listPath);
			times[index]?.push(performance.now() - begun);
		}
	}
	const milliseconds = times.map((all) => Math.min(...all));
	const [few = Number.NaN, many = Number.NaN] = milliseconds;
	return { ...question, milliseconds, ratio: many / few };
}

function report(measured: Measured[]): boolean {
	console.log(`\n  ms at ${sizes.join(" and ")} rows, the fastest of ${asks} answers, and their ratio\n`);
	const worstFirst = [...measured].sort((a, b) => b.ratio - a.ratio);
	for (const { name, milliseconds, ratio, isJudged } of worstFirst) {
		const cells = [...milliseconds.map((time) => time.toFixed(2).padStart(9)), ratio.toFixed(2).padStart(7)];
		console.log(`  ${cells.join("")}  ${isJudged ? " " : "*"} ${name}`);
	}
	const above = measured.filter(({ isJudged, ratio }) => isJudged && !(ratio <= highestRatio));
	console.log("\n  * found by a long scan: shown, not judged (see ARCHITECTURE.md)");
	console.log(`  at most ${highestRatio}: ${above.length === 0 ? "kept" : `NOT KEPT by ${above.length}`}\n`);
	return above.length === 0;
}

await runBench("reporting", async (servers) => {
	const sides: Side[] = [];
	for (const rows of sizes) sides.push(await startSide(servers, rows));
	const measured: Measured[] = [];
	for (const question of await questions(sides)) measured.push(await measure(sides, question));
	return report(measured);
});
