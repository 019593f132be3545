/**
 * `npm run lab -- bench-reporting [--rows 1000000] [--data <folder>] [--only lists|sales]`: compares lists, overview, CSV export and
 * sales among 10,000 and among many transactions. Two gateways get the same requests alternately, so that other work on the
 * machine affects both. Exits with 1 when a limit is exceeded. `--data` keeps the database of many transactions there, and uses
 * it again, with the sales of earlier runs.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DemoFile } from "@cardseal/gateway";
import { demoProcessorName } from "@cardseal/vault";
import autocannon from "autocannon";
import { longStatementMs, openDatabase } from "../../packages/platform/src/db/database.ts";
import { bearerToken } from "../../test/fixtures/bearer-token.ts";
import { seedTransactions } from "../../test/fixtures/payments/seed-transactions.ts";
import { staffBrowser } from "../../test/fixtures/staff/staff-browser.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import { eachFilter, type ReportingQuery, reportingQueries } from "./reporting-queries.ts";
import { runBench, type Servers } from "./run-bench.ts";

const { values } = parseArgs({
	options: { rows: { type: "string" }, data: { type: "string" }, only: { type: "string" } },
});
const sizes = [10_000, Number(values.rows ?? 1_000_000)];
const answers = Number(process.env.BENCH_ASKS ?? 40);
const highestRatios = { single: 1.2, pair: 2, shown: Number.POSITIVE_INFINITY };
const highestRatio = highestRatios.single;
const lowestSalesRatio = 0.95;
/** Pages of 100 rows before the deep page. */
const deepPages = 50;

const listPath = "/transaction-service/transaction";
const userListPath = `${listPath}/user`;
const exportPath = `${listPath}.csv`;
const exports = 10;
/** About as many as the merchant has among the few. */
const exportedRows = 7_500;

const salesConnections = 16;
const salesSeconds = 4;
const salesRounds = 5;

/** A gateway with this many transactions. */
interface Side {
	url: string;
	authorization: string;
	/** The time of the newest seeded row, ms since 1970. */
	newest: number;
	ask(path: string): Promise<string>;
	/** Asks for the overview, as the web application does. */
	askOverview(): Promise<unknown>;
}

interface Question {
	name: string;
	/** Asks each side. */
	asks: (() => Promise<unknown>)[];
	highestRatio: number;
}

interface Measured extends Omit<Question, "asks"> {
	milliseconds: number[];
	ratio: number;
}

async function startSide({ startDatabase, startGateway }: Servers, rows: number, folder: string): Promise<Side> {
	const directory = join(folder, String(rows));
	mkdirSync(directory, { mode: 0o711, recursive: true });
	const databaseUrl = await startDatabase(directory);
	const { url, demo } = await startGateway({ DATA_DIR: directory });
	const newest = await seed(databaseUrl, demo, { rows, seeded: join(directory, "seeded") });
	const authorization = `Bearer ${await bearerToken(url, demo)}`;
	const staff = staffBrowser(url);
	await staff.get("/app/sign-in");
	await staff.submit({ email: demo.email, password: demo.password });
	return {
		url,
		authorization,
		newest,
		async ask(path) {
			const response = await fetch(url + path, { headers: { authorization } });
			if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
			return response.text();
		},
		async askOverview() {
			const { status } = await staff.api("GET", "overview");
			if (status !== 200) throw new Error(`The overview answered ${status}.`);
		},
	};
}

/** Fills the database of the running gateway, unless the file `seeded` says that it is. Returns the time of its newest row. */
async function seed(url: string, demo: DemoFile, { rows, seeded }: { rows: number; seeded: string }): Promise<number> {
	const database: AllTables = openDatabase({
		url,
		maximumConnections: 1,
		statementTimeoutMs: longStatementMs,
	}).withTables();
	try {
		const { merchant_id: merchantId, created_by: userId } = await database
			.selectFrom("client_credentials")
			.select(["merchant_id", "created_by"])
			.where("client_id", "=", demo.client_id)
			.executeTakeFirstOrThrow();
		if (userId === null) throw new Error("Nobody has made the demo credential, so there is no user's list to ask for.");
		if (!existsSync(seeded)) {
			console.log(`  seeding ${rows} transactions …`);
			const newest = Date.now();
			await markSettled(database, merchantId, newest);
			await seedTransactions(database, { merchantId, userId, rows, newest });
			writeFileSync(seeded, "");
		}
		const { newest } = await database
			.selectFrom("transactions")
			.select("created_at as newest")
			.where("merchant_id", "=", merchantId)
			.orderBy("created_at", "desc")
			.limit(1)
			.executeTakeFirstOrThrow();
		return newest;
	} finally {
		await database.destroy();
	}
}

/** Keeps the demo processor from settling a year of transactions meanwhile. */
async function markSettled(database: AllTables, merchantId: number, until: number): Promise<void> {
	const feed = { merchant_id: merchantId, processor: demoProcessorName, account: "", cursor: String(until) };
	await database
		.insertInto("notice_feeds")
		.values(feed)
		.onConflict((conflict) => conflict.columns(["merchant_id", "processor", "account"]).doUpdateSet(feed))
		.execute();
}

/** Returns the path to a side's page after `deepPages` full ones. */
async function deepPath({ ask }: Side, path: string): Promise<string> {
	let after = "";
	for (let page = 0; page < deepPages; page++) {
		const { paging } = JSON.parse(await ask(`${path}?limit=100&after=${after}`));
		after = paging.cursors.after;
	}
	return `${path}?after=${after}`;
}

async function questions(sides: Side[]): Promise<Question[]> {
	const newest = Math.min(...sides.map((side) => side.newest));
	const asked = (path: string, query: Record<string, string>, kind: ReportingQuery["kind"]): Question => {
		const text = `${path}?${new URLSearchParams(query)}`;
		return {
			name: decodeURIComponent(text),
			asks: sides.map((side) => () => side.ask(text)),
			highestRatio: highestRatios[kind],
		};
	};
	const deep = [listPath, userListPath].map(async (path): Promise<Question> => {
		// A cursor belongs to one gateway.
		const paths = await Promise.all(sides.map((side) => deepPath(side, path)));
		const asks = sides.map((side, index) => () => side.ask(paths[index] ?? path));
		return { name: `${path}, ${deepPages} pages down`, asks, highestRatio };
	});
	return [
		...(await Promise.all(deep)),
		{ name: "overview", asks: sides.map((side) => side.askOverview), highestRatio: highestRatios.single },
		...[{}, ...eachFilter(newest)].map((query) => asked(userListPath, query, "single")),
		...reportingQueries(newest).map(({ query, kind }) => asked(listPath, query, kind)),
	];
}

/** Returns the fastest times: slower ones were delayed by other work on the machine. */
function measuredOf({ name, highestRatio }: Omit<Question, "asks">, times: number[][]): Measured {
	const milliseconds = times.map((all) => Math.min(...all));
	const [few = Number.NaN, many = Number.NaN] = milliseconds;
	return { name, highestRatio, milliseconds, ratio: many / few };
}

async function measure(question: Question): Promise<Measured> {
	const times: number[][] = question.asks.map(() => []);
	for (let count = 0; count < answers; count++) {
		for (const [index, ask] of question.asks.entries()) {
			const begun = performance.now();
			await ask();
			times[index]?.push(performance.now() - begun);
		}
	}
	return measuredOf(question, times);
}

/** Reads the first rows of the CSV file. Returns the ms until the first row, and per thousand rows after it. */
async function readExport({ url, authorization }: Side): Promise<{ firstMs: number; msPerThousand: number }> {
	const stop = new AbortController();
	const begun = performance.now();
	const response = await fetch(url + exportPath, { headers: { authorization }, signal: stop.signal });
	if (response.body === null || !response.ok) throw new Error(`${exportPath} answered ${response.status}.`);
	let [lines, firstLines, firstAt] = [0, 0, 0];
	for await (const piece of response.body) {
		for (const byte of piece) if (byte === 10) lines++;
		// The first line names the columns.
		if (firstAt === 0 && lines > 1) [firstLines, firstAt] = [lines, performance.now()];
		if (lines >= exportedRows) break;
	}
	stop.abort();
	return { firstMs: firstAt - begun, msPerThousand: ((performance.now() - firstAt) / (lines - firstLines)) * 1_000 };
}

async function measureExport(sides: Side[]): Promise<Measured[]> {
	const [first, rate]: number[][][] = [sides.map(() => []), sides.map(() => [])];
	for (let count = 0; count < exports; count++) {
		for (const [index, side] of sides.entries()) {
			const { firstMs, msPerThousand } = await readExport(side);
			first?.[index]?.push(firstMs);
			rate?.[index]?.push(msPerThousand);
		}
	}
	return [
		measuredOf({ name: `${exportPath}, first row`, highestRatio }, first ?? []),
		measuredOf({ name: `${exportPath}, each 1,000 rows`, highestRatio }, rate ?? []),
	];
}

function report(measured: Measured[]): boolean {
	console.log(`\n  ms at ${sizes.join(" and ")} rows, the fastest of ${answers} answers, and their ratio\n`);
	const worstFirst = [...measured].sort((a, b) => b.ratio - a.ratio);
	const isAbove = ({ ratio, highestRatio }: Measured) => !(ratio <= highestRatio);
	for (const one of worstFirst) {
		const { name, milliseconds, ratio } = one;
		const cells = [...milliseconds.map((time) => time.toFixed(2).padStart(9)), ratio.toFixed(2).padStart(7)];
		console.log(`  ${cells.join("")}  ${isAbove(one) ? "*" : " "} ${name}`);
	}
	const above = measured.filter(isAbove).length;
	const limits = `at most ${highestRatio}, pairs of filters ${highestRatios.pair}`;
	console.log(`\n  ${limits}: ${above === 0 ? "kept" : `NOT KEPT by ${above} (*)`}\n`);
	return above === 0;
}

const saleBody = JSON.stringify({
	amount: 31,
	card_number: "4111111111111111",
	card_expiry_month: "08",
	card_expiry_year: "29",
	cvv2: "123",
	email: "payer@example.com",
	invoice_id: "INV-1042",
});

async function salesPerSecond({ url, authorization }: Side): Promise<number> {
	const { requests, errors, non2xx } = await autocannon({
		url: `${url}/transaction-service/sale`,
		method: "POST",
		headers: { "content-type": "application/json", authorization },
		body: saleBody,
		connections: salesConnections,
		duration: salesSeconds,
	});
	if (errors + non2xx > 0) throw new Error("Some sales failed.");
	return requests.average;
}

/** Compares neighbouring turns, so that a slow minute of the machine counts for both. */
async function compareSales(sides: Side[]): Promise<boolean> {
	for (const side of sides) await salesPerSecond(side);
	const ratios: number[] = [];
	console.log(`\n  sales a second at ${sizes.join(" and ")} rows, and their ratio\n`);
	for (let round = 0; round < salesRounds; round++) {
		const rates: number[] = [];
		for (const side of sides) rates.push(await salesPerSecond(side));
		const [few = Number.NaN, many = Number.NaN] = rates;
		ratios.push(many / few);
		console.log(`  ${few.toFixed(0).padStart(9)}${many.toFixed(0).padStart(9)}${(many / few).toFixed(2).padStart(7)}`);
	}
	const median = ratios.toSorted((one, other) => one - other)[Math.floor(salesRounds / 2)] ?? Number.NaN;
	const isKept = median >= lowestSalesRatio;
	console.log(`\n  a median of at least ${lowestSalesRatio}: ${isKept ? "kept" : "NOT KEPT"} (${median.toFixed(3)})\n`);
	return isKept;
}

await runBench("reporting", async (servers) => {
	const [few = 0, many = 0] = sizes;
	// Access tokens expire, so the side that takes long to seed comes first.
	const larger = await startSide(servers, many, values.data ?? servers.scratch);
	const sides = [await startSide(servers, few, servers.scratch), larger];
	let isKept = true;
	if (values.only !== "sales") {
		const measured: Measured[] = [];
		for (const question of await questions(sides)) measured.push(await measure(question));
		isKept = report([...measured, ...(await measureExport(sides))]);
	}
	if (values.only !== "lists") isKept = (await compareSales(sides)) && isKept;
	return isKept;
});
