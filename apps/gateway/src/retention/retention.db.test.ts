import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessorEventState } from "../../../../packages/payments/src/processor-events/tables.ts";
import { insertMerchant, insertStaff } from "../../../../test/fixtures/builders.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { retentionJob } from "./retention.job.ts";

const now = Date.UTC(2026, 10, 21);
const minute = 60_000;
const day = 1_440 * minute;

let tables: TestTables;
let merchantId: number;

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database);
});

afterAll(() => tables.drop());

/** Mail's clock, which may be far ahead. */
function run(at = now, mailAt = at): Promise<unknown> {
	const clock = { now: async () => at };
	const options = { personalDataMs: 730 * day, elapsedMs: () => 0, mailAheadMs: () => mailAt - at };
	return retentionJob({ database: tables.database, clock, ...options }).run();
}

describe("the retention job", () => {
	test("H-06 stores a key for twice the 24 hours that it counts, and while its charge has no outcome", async () => {
		const key = (name: string, created_at: number, response_status: number | null) => ({
			merchant_id: merchantId,
			route: "/sale",
			key: name,
			fingerprint: Buffer.alloc(32),
			transaction_id: name,
			response_status,
			response_body: response_status === null ? null : "{}",
			created_at,
		});
		await tables.database
			.insertInto("idempotency_keys")
			.values([
				key("two days old", now - 2 * day, 200),
				key("a millisecond older", now - 2 * day - 1, 402),
				key("older, still running", now - 9 * day, null),
			])
			.execute();
		await run();
		const kept = await tables.database.selectFrom("idempotency_keys").select("key").orderBy("key").execute();
		expect(kept.map(({ key: name }) => name)).toEqual(["older, still running", "two days old"]);
	});

	test("T-12 stores a used token's fingerprint for 30 days longer than any clock can call the token fresh", async () => {
		const marks = [now - 30 * day, now - 30 * day - 1].map((expires_at) => ({
			fingerprint: Buffer.from(String(expires_at)),
			expires_at,
		}));
		await tables.database.insertInto("used_card_tokens").values(marks).execute();
		await run();
		const kept = await tables.database.selectFrom("used_card_tokens").select("expires_at").execute();
		expect(kept).toEqual([{ expires_at: now - 30 * day }]);
		await run(now + 1);
		expect(await tables.database.selectFrom("used_card_tokens").selectAll().execute()).toEqual([]);
	});

	test("P-33 stores the mark of a used passkey challenge for a day after the challenge has expired", async () => {
		const marks = [now - day, now - day + 1].map((expires_at) => ({
			nonce: Buffer.from(String(expires_at)),
			expires_at,
		}));
		await tables.database.insertInto("used_passkey_challenges").values(marks).execute();
		await run();
		const kept = await tables.database.selectFrom("used_passkey_challenges").select("expires_at").execute();
		expect(kept).toEqual([{ expires_at: now - day + 1 }]);
	});

	test("O-35 stores a revocation for 30 days after the token has expired", async () => {
		await tables.database
			.insertInto("revoked_tokens")
			.values([
				{ token_id: "just expired", expires_at: now - 1 },
				{ token_id: "expired 30 days ago", expires_at: now - 30 * day },
				{ token_id: "expired before", expires_at: now - 30 * day - 1 },
			])
			.execute();
		await run();
		const kept = await tables.database.selectFrom("revoked_tokens").select("token_id").orderBy("token_id").execute();
		expect(kept.map(({ token_id }) => token_id)).toEqual(["expired 30 days ago", "just expired"]);
	});

	test("stores API requests for seven days", async () => {
		const rows = [now - 7 * day, now - 7 * day - 1].map((created_at) => ({
			merchant_id: merchantId,
			created_at,
			status: 200,
		}));
		await tables.database.insertInto("request_log").values(rows).execute();
		await run();
		const kept = await tables.database.selectFrom("request_log").select("created_at").execute();
		expect(kept).toEqual([{ created_at: now - 7 * day }]);
	});

	test("O-12 deletes refresh tokens 90 days after they were spent or expired unused", async () => {
		const { database } = tables;
		const partner = { client_id: "p", secret_hash: Buffer.alloc(32), business_name: "P", redirect_uris: [] };
		const [approver, business] = await Promise.all([
			insertStaff(database, { merchant_id: merchantId }),
			database
				.insertInto("partners")
				.values({ ...partner, created_at: now })
				.returning("id")
				.executeTakeFirstOrThrow(),
		]);
		const grant = { grant_id: "g", partner_id: business.id, approved_by: approver, scopes: [], begun_at: now };
		const { id: grant_id } = await database
			.insertInto("oauth_grants")
			.values({ ...grant, merchant_id: merchantId, created_at: now })
			.returning("id")
			.executeTakeFirstOrThrow();
		const token = (name: string, times: { expires_at: number | null; spent_at: number | null }) => ({
			token_hash: Buffer.from(name),
			grant_id,
			created_at: 0,
			...times,
		});
		const then = now - 90 * day;
		await database
			.insertInto("refresh_tokens")
			.values([
				token("spent", { expires_at: null, spent_at: then - 1 }),
				token("spent later", { expires_at: null, spent_at: then }),
				token("expired", { expires_at: then - 1, spent_at: null }),
				token("expired later", { expires_at: then, spent_at: null }),
				token("good for ever", { expires_at: null, spent_at: null }),
			])
			.execute();
		await run();
		const kept = await database.selectFrom("refresh_tokens").select("token_hash").orderBy("token_hash").execute();
		expect(kept.map(({ token_hash }) => String(token_hash))).toEqual(["expired later", "good for ever", "spent later"]);
	});

	test("P-01 deletes what processors told and what they were sent after 180 days, and nothing that is not ended", async () => {
		const { database } = tables;
		const [kept, over] = [now - 180 * day, now - 180 * day - 1];
		const event = (notice_id: string, state: ProcessorEventState, next_attempt_at: number) => ({
			merchant_id: merchantId,
			processor: "far",
			account: "acc",
			notice_id,
			kind: "unknown" as const,
			body: state === "unmatched" ? "{}" : null,
			state,
			next_attempt_at,
			problem: null,
			received_at: 0,
		});
		await database
			.insertInto("received_notices")
			.values([
				event("applied, kept", "applied", kept),
				event("applied", "applied", over),
				event("closed", "closed", over),
				event("for the operator", "unmatched", over),
				event("invalid, for the operator", "invalid", over),
			])
			.execute();
		await sql`
			insert into vault.processor_requests (reference, submitted_at, tombstone_at) values
				('sent, kept', ${kept}, null), ('sent', ${over}, ${now}), ('refused', null, ${over}), ('pending', ${over}, ${over})`.execute(
			database,
		);
		const times = { waits_until: 0, next_inquiry_at: 0 };
		await database
			.insertInto("pending_transactions")
			.values({ transaction_id: "pending", ...times })
			.execute();
		await run();
		const events = await database.selectFrom("received_notices").select("notice_id").orderBy("notice_id").execute();
		expect(events.map((row) => row.notice_id)).toEqual([
			"applied, kept",
			"for the operator",
			"invalid, for the operator",
		]);
		const requests = await sql<{
			reference: string;
		}>`select reference from vault.processor_requests order by 1`.execute(database);
		expect(requests.rows.map(({ reference }) => reference)).toEqual(["pending", "sent, kept"]);
	});

	test("P-01 deletes a session of the card form with the payer's address, a day after it has expired", async () => {
		const session = (byte: number, expires_at: number) => ({
			id: Buffer.alloc(16, byte),
			merchant_id: merchantId,
			origin: "https://shop.example",
			client_network: "203.0.113.9",
			created_at: now,
			expires_at,
		});
		await tables.database
			.insertInto("widget_sessions")
			.values([session(1, now - day), session(2, now - day + 1)])
			.execute();
		await run();
		const kept = await tables.database.selectFrom("widget_sessions").select("id").execute();
		expect(kept).toEqual([{ id: Buffer.alloc(16, 2) }]);
	});

	test("stores a failed receipt for 30 days of mail time, and a queued one until it is sent", async () => {
		const ahead = now + 400 * day;
		const receipt = (reference: string, failed_at: number | null) => ({
			kind: "receipt" as const,
			reference,
			failed_at,
		});
		await tables.database
			.insertInto("mail_outbox")
			.values([
				receipt("30 days", ahead - 30 * day),
				receipt("a moment longer", ahead - 30 * day - 1),
				receipt("waits", null),
			])
			.execute();
		await run(now, ahead);
		const kept = await tables.database.selectFrom("mail_outbox").select("reference").orderBy("reference");
		expect((await kept.execute()).map(({ reference }) => reference)).toEqual(["30 days", "waits"]);
	});

	test("X-33 stores receipt counts for a day of mail time", async () => {
		const ahead = now + 400 * day;
		const hours = [ahead - day, ahead - day - 60 * minute].map((hour_started_at) => ({
			hour_started_at,
			counted: "merchant 1",
			mails: 7,
		}));
		await tables.database.insertInto("mail_counts").values(hours).execute();
		await run(now, ahead + 59 * minute);
		const kept = await tables.database.selectFrom("mail_counts").select("hour_started_at").execute();
		expect(kept).toEqual([{ hour_started_at: ahead - day }]);
	});

	test("keeps the rows of mails to staff and owners for 30 days, and while the mail is queued", async () => {
		const { database } = tables;
		const staff_id = await insertStaff(database, { merchant_id: merchantId, email: "bo@example.com" });
		const times = { kept: now - 30 * day, over: now - 30 * day - 1, waiting: now - 40 * day, failed: now - 40 * day };
		const told = Object.entries(times);
		const kinds = ["account_security", "bank_account_changed"] as const;
		const mail = { staff_id, event: "password.changed", details: {}, client_address: null } as const;
		await database
			.insertInto("staff_notices")
			.values(
				kinds.flatMap((kind) =>
					told.map(([name, occurred_at]) => ({ ...mail, kind, id: `${kind} ${name}`, occurred_at })),
				),
			)
			.execute();
		await database
			.insertInto("mail_outbox")
			.values(
				kinds.flatMap((kind) => [
					{ kind, reference: `${kind} waiting` },
					{ kind, reference: `${kind} failed`, failed_at: now },
				]),
			)
			.execute();
		await run();
		const kept = await database.selectFrom("staff_notices").select("id").orderBy("id").execute();
		expect(kept.map(({ id }) => id)).toEqual(kinds.flatMap((kind) => [`${kind} kept`, `${kind} waiting`]));
	});
});
