import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Clock } from "../../../../packages/platform/src/clock.ts";
import { maximumInFlight } from "../../../../packages/platform/src/http/limits/limit-in-flight.ts";
import type { BusinessWork } from "../../../../packages/platform/src/jobs/business-work.ts";
import { askForSession, openSession } from "../../../../test/fixtures/api/card-form.ts";
import { transactionsOf } from "../../../../test/fixtures/api/records.ts";
import {
	type Answer,
	type Client,
	cardToken,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	send,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { createLog, readConfig, startGateway } from "../index.ts";

const clockPath = "/sandbox/clock";
const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;

/** An event of a test, in place of business work. */
interface Appointment {
	at: number;
	/** Returns whether it counts as an approved charge. */
	keep(now: number): Promise<boolean>;
}

let diary: Appointment[];

/** Keeps the diary. Each gateway does so by its own clock. */
function diaryKeeper(clock: Clock): BusinessWork {
	const nextAt = async () => (diary.length === 0 ? undefined : Math.min(...diary.map(({ at }) => at)));
	return {
		name: "diary",
		nextAt,
		async run() {
			const now = clock.now();
			const due = diary.find(({ at }) => at <= now);
			if (due === undefined) return { charged: 0, failed: 0, mails: 0 };
			const isApproved = await due.keep(now);
			diary.splice(diary.indexOf(due), 1);
			return { charged: isApproved ? 1 : 0, failed: isApproved ? 0 : 1, mails: 0 };
		},
	};
}

const settings = {
	businessWorks: (clock: Clock) => [diaryKeeper(clock)],
	environment: { TRUST_PROXY: "127.0.0.1" },
};

let gateway: TestGateway;
let other: TestGateway;
let client: Client;

beforeAll(async () => {
	diary = [];
	gateway = await startTestGateway(settings);
	// Real time is stopped, so that events have exact times.
	gateway.clocks.business.stop();
	other = await startTestGateway({ ...settings, database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await other.stop();
	await gateway.stop();
});

beforeEach(() => {
	diary = [];
});

async function readClock(at = gateway): Promise<number> {
	const { status, body, text } = await send(`${at.url}${clockPath}`, {
		headers: { Authorization: `Bearer ${client.token}` },
	});
	expect(status, text).toBe(200);
	expect(Object.keys(body)).toEqual(["now"]);
	return Number(body.now);
}

/** Returns the time at which a new customer was made, by the gateway's records. */
async function createdAt(merchant: Client): Promise<number> {
	const { body } = await merchant.post("/customer-service/customer", { email: "ada@example.com" });
	const { created_at } = await gateway.database.tables
		.selectFrom("customers")
		.select("created_at")
		.where("lookup_id", "=", String(body.lookup_id))
		.executeTakeFirstOrThrow();
	return created_at;
}

const move = (wish: JsonObject): Promise<Answer> => client.post(clockPath, wish);

async function moved(wish: JsonObject): Promise<JsonObject> {
	const { status, body, text } = await move(wish);
	expect(status, text).toBe(200);
	return body;
}

interface KeptMail {
	to: string[];
	subject: string;
	sent_at: number;
}

async function mailTo(address: string): Promise<KeptMail[]> {
	const { text } = await send(`${gateway.mailboxUrl}&limit=1000`);
	return (JSON.parse(text) as KeptMail[]).filter(({ to }) => to.includes(address)).reverse();
}

describe("the sandbox's clock", () => {
	test("returns real time until it is moved, and then the time it was moved to", async () => {
		const before = await readClock();
		expect(before).toBe(gateway.clocks.business.now());
		expect(await moved({ now: before + 90_000 })).toEqual({ now: before + 90_000, charged: 0, failed: 0, mails: 0 });
		expect(await moved({ advance_ms: 10_000 })).toMatchObject({ now: before + 100_000 });
		expect(await readClock()).toBe(before + 100_000);
	});

	test("can be moved by any merchant, and by nobody without a token", async () => {
		const before = await readClock();
		const second = await signIn(gateway.url, gateway.secondMerchant, "eft");
		expect((await second.post(clockPath, { advance_ms: 1_000 })).body).toMatchObject({ now: before + 1_000 });
		expectProblem(await send(`${gateway.url}${clockPath}`), 401, "UNAUTHORIZED");
		const withoutToken = { method: "POST", body: JSON.stringify({ advance_ms: 1 }) };
		expectProblem(await send(`${gateway.url}${clockPath}`, withoutToken), 401, "UNAUTHORIZED");
		expect(await readClock()).toBe(before + 1_000);
	});

	test.each([
		["nothing", {}, ["now", "advance_ms"]],
		["both", { now: 4_000_000_000_000, advance_ms: 1 }, ["now", "advance_ms"]],
		["a text", { now: "tomorrow" }, ["now"]],
		["digits in a text", { now: "4000000000000" }, ["now"]],
		["null", { now: null }, ["now", "advance_ms"]],
		["a fraction", { advance_ms: 0.5 }, ["advance_ms"]],
		["a step back", { advance_ms: -1 }, ["advance_ms"]],
		["a time before the present", { now: 1_700_000_000_000 }, ["now"]],
		["more than ten years", { advance_ms: 10 * year + 4 * day }, ["advance_ms"]],
		["a time beyond all cards", { now: Date.UTC(2100, 0, 1) }, ["now"]],
		["a number beyond 2^53", { now: 2 ** 53 }, ["now"]],
	])("refuses %s, names the field, and does not move", async (_case, wish, fields) => {
		const before = await readClock();
		const answer = await move(wish);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect((answer.body.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
		expect(await readClock()).toBe(before);
	});

	test("does not exist outside the sandbox, nor does the mailbox, and there business time is real time", async () => {
		await moved({ advance_ms: year });
		const { url, dataDirectory } = gateway.database;
		const config = readConfig({
			SANDBOX: "0",
			HOST: "127.0.0.1",
			PORT: "0",
			DATABASE_URL: url,
			DATA_DIR: await mkdtemp(join(tmpdir(), "cardseal-clock-")),
			MASTER_KEY_FILE: join(dataDirectory, "master.key"),
		});
		const outside = await startGateway(config, createLog({ level: "silent" }), { clocks: gateway.clocks });
		const merchant = await signIn(`http://127.0.0.1:${outside.port}`, gateway.merchant);
		expectProblem(await merchant.get(clockPath), 404, "NOT_FOUND");
		expectProblem(await merchant.post(clockPath, { advance_ms: 1 }), 404, "NOT_FOUND");
		const mailbox = new URL(gateway.mailboxUrl);
		expect((await send(mailbox.href)).status).toBe(200);
		expectProblem(await merchant.get(mailbox.pathname + mailbox.search), 404, "NOT_FOUND");
		expect(await createdAt(merchant)).toBe(gateway.clocks.business.now());
		await outside.stop();
		await rm(config.dataDirectory, { recursive: true });
	});

	test("survives a restart of every gateway", async () => {
		const first = await startTestGateway();
		const account = await signIn(first.url, first.merchant);
		const { body } = await account.post(clockPath, { advance_ms: 400 * day });
		const { database } = first;
		const second = await startTestGateway({ database });
		const now = (await account.get(clockPath)).body.now;
		expect(now).toBeGreaterThanOrEqual(Number(body.now));
		const again = await signIn(second.url, second.merchant);
		expect((await again.get(clockPath)).body.now).toBeGreaterThanOrEqual(Number(now));
		await second.stop();
		await first.stop();
	});
});

describe("moves at the same time", () => {
	test("X-12 are refused beyond a merchant's share; the others run one after another", async () => {
		const start = await readClock();
		const begun = Promise.withResolvers<void>();
		const end = Promise.withResolvers<boolean>();
		const keep = () => {
			begun.resolve();
			return end.promise;
		};
		diary = [{ at: start + day, keep }];
		const first = moved({ advance_ms: day });
		await begun.promise;
		const statuses: number[] = [];
		const others = Array.from({ length: maximumInFlight + 4 }, async () => {
			statuses.push((await move({ advance_ms: 0 })).status);
		});
		await vi.waitFor(() => expect(statuses).toEqual([429, 429, 429, 429, 429]), 20_000);
		end.resolve(true);
		expect(await first).toMatchObject({ now: start + day, charged: 1 });
		await Promise.all(others);
		expect(statuses.filter((status) => status === 200)).toHaveLength(maximumInFlight - 1);
	});
});

describe("an advance", () => {
	test("runs every event at its own time before it responds, receipts included", async () => {
		const start = await readClock();
		const sell = (amount: number) => async () => {
			const { status } = await client.post(salePath, { amount, ...goodCard, email: "advance@example.com" });
			return status === 200;
		};
		const times = [30 * day, 10 * day, 20 * day].map((later) => start + later);
		diary = times.map((at) => ({ at, keep: sell(31) }));
		diary.push({ at: start + 15 * day, keep: sell(30) }, { at: start + 41 * day, keep: sell(31) });
		expect(await moved({ advance_ms: 40 * day })).toEqual({ now: start + 40 * day, charged: 3, failed: 1, mails: 3 });
		expect((await mailTo("advance@example.com")).map(({ sent_at }) => sent_at)).toEqual(times.toSorted());
		const sales = (await transactionsOf(gateway)).filter(({ email }) => email === "advance@example.com");
		expect(sales.map(({ created_at, status }) => [created_at - start, status])).toEqual([
			[10 * day, "APPROVED"],
			[15 * day, "DECLINED"],
			[20 * day, "APPROVED"],
			[30 * day, "APPROVED"],
		]);
		expect(diary.map(({ at }) => at)).toEqual([start + 41 * day]);
	});

	test("X-33 counts the hourly limits of mail in business time", async () => {
		const start = await readClock();
		diary = Array.from({ length: 30 }, (_, index) => ({
			at: start + (index + 1) * day,
			keep: async () =>
				(await client.post(salePath, { amount: 31, ...goodCard, email: "daily@example.com" })).status === 200,
		}));
		expect(await moved({ advance_ms: 31 * day })).toMatchObject({ charged: 30, failed: 0, mails: 30 });
		expect(await mailTo("daily@example.com")).toHaveLength(30);
	});

	test("X-52 returns 500 when work fails, stays at that time, and continues when requested again", async () => {
		const start = await readClock();
		const target = start + 3 * day;
		let works = false;
		const keep = async () => {
			if (!works) throw new Error("the bank is closed");
			return true;
		};
		diary = [
			{ at: start + day, keep: async () => true },
			{ at: start + 2 * day, keep },
		];
		const answer = await move({ now: target });
		expectProblem(answer, 500, "INTERNAL");
		expect(answer.text).not.toContain("bank");
		expect(gateway.logLines.filter((line) => line.includes("the bank is closed")).length).toBeGreaterThan(0);
		expect(await readClock()).toBe(start + 2 * day);
		works = true;
		diary = diary.map(({ at }) => ({ at: at + 1, keep }));
		expect(await moved({ now: target })).toEqual({ now: target, charged: 1, failed: 0, mails: 0 });
	});

	test("runs one after another on all gateways: two advances add up", async () => {
		const start = await readClock();
		const seen: number[] = [];
		const keep = async (now: number) => {
			seen.push(now);
			return true;
		};
		diary = [1, 2, 3, 4, 5, 6].map((days) => ({ at: start + days * day, keep }));
		const elsewhere = await signIn(other.url, other.merchant);
		const answers = await Promise.all([
			move({ advance_ms: 2 * day }),
			elsewhere.post(clockPath, { advance_ms: 2 * day }),
			move({ advance_ms: 2 * day }),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(answers.map(({ body }) => body.now).toSorted()).toEqual([2, 4, 6].map((days) => start + days * day));
		expect(answers.map(({ body }) => body.charged)).toEqual([2, 2, 2]);
		expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((days) => start + days * day));
		expect(await readClock()).toBe(start + 6 * day);
	});

	test("moves the clock of other gateways too", async () => {
		const { now } = await moved({ advance_ms: day });
		const elsewhere = await signIn(other.url, other.merchant);
		// Without a request to that gateway for the time.
		await vi.waitFor(async () => expect(await createdAt(elsewhere)).toBe(now), 20_000);
		expect(await readClock(other)).toBe(now);
		expectProblem(await elsewhere.post(clockPath, { now: Number(now) - 1 }), 400, "BAD_REQUEST");
	});
});

describe("a jump of five years", () => {
	test("expires cards, but no access tokens, card tokens or sessions of the card form", async () => {
		const { public_key } = gateway.merchant;
		const realNow = () => gateway.clocks.real.now();
		const inTenYears = { ...goodCard, card_expiry_year: "45" };
		const tokenOfBefore = await cardToken(public_key, inTenYears, realNow());
		const session = await openSession(gateway);
		expect((await client.post(salePath, { amount: 31, ...goodCard })).status).toBe(200);

		await moved({ advance_ms: 5 * year });

		const expired = await client.post(salePath, { amount: 31, ...goodCard });
		expectProblem(expired, 400, "BAD_REQUEST");
		expect(expired.text).toContain("card_expiry");
		expect((await client.post(salePath, { amount: 31, token: tokenOfBefore })).status).toBe(200);
		const fresh = await cardToken(public_key, inTenYears, realNow());
		expect((await client.post(salePath, { amount: 31, token: fresh })).status).toBe(200);
		const ofForm = await cardToken(public_key, inTenYears, realNow(), session);
		expect((await client.post(salePath, { amount: 31, token: ofForm })).status).toBe(200);
		expect((await askForSession(gateway)).status).toBe(201);
		expect((await (await signIn(gateway.url, gateway.merchant)).get(clockPath)).status).toBe(200);
	});
});
