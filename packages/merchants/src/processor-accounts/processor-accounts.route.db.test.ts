import { DemoProcessor } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { expectProblem } from "../../../../test/fixtures/client.ts";
import {
	type LiveGateway,
	startLiveGateway,
	startTestGateway,
	type TestGateway,
} from "../../../../test/fixtures/gateway.ts";
import { farAccount, unreachableKey } from "../../../../test/fixtures/processors/far.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";
import { storedRows } from "../../../../test/fixtures/stored-rows.ts";

const path = "/processor-accounts";

let sandbox: TestGateway;
let gateway: LiveGateway;
let owner: StaffMember;
let neighbour: StaffMember;

beforeAll(async () => {
	sandbox = await startTestGateway();
	gateway = await startLiveGateway(sandbox);
	const outside = { ...sandbox, ...gateway };
	owner = await signInMember(outside);
	neighbour = await signInMember(outside, { account: sandbox.demo.second_merchant });
});

afterAll(async () => {
	await gateway.stop();
	await sandbox.stop();
});

const newFields = () => {
	const database = sandbox.database.tables.withTables();
	return farAccount(new DemoProcessor({ database, now: () => sandbox.clocks.business.now() }));
};

describe("the processor accounts of a merchant", () => {
	test("are added, listed, checked and removed by the primary owner, with events and emails", async () => {
		const fields = newFields();
		const added = await owner.post(path, { processor: "far", currency: "CAD", fields });
		expect(added.status, added.text).toBe(200);
		const { merchant_number } = fields;
		expect(added.body).toEqual({
			account_id: expect.stringMatching(/^\w{20}$/),
			processor: "far",
			title: "Far Payments",
			currency: "CAD",
			fields: { merchant_number },
			webhook_url: expect.stringMatching(/^http.+\/processors\/\w{20}\/webhook$/),
			webhook_place: "Account › Notifications",
			is_test: false,
			verified_at: expect.any(Number),
			created_at: expect.any(Number),
		});
		const { account_id: id } = added.body as { account_id: string };
		const listed = await owner.get(path);
		expect(listed.body).toMatchObject({ accounts: [added.body], processors: [{ name: "far", title: "Far Payments" }] });
		expect((listed.body as { processors: { fields: unknown }[] }).processors[0]?.fields).toEqual([
			{ name: "merchant_number", label: "Merchant number", is_secret: false, is_optional: false, is_fixed: true },
			{ name: "api_key", label: "API key", is_secret: true, is_optional: false, is_fixed: false },
			{ name: "memo", label: "Memo", is_secret: false, is_optional: true, is_fixed: false },
		]);
		expectProblem(await owner.post(path, { processor: "far", currency: "CAD", fields }), 409, "CONFLICT");

		const verified = await owner.post(`${path}/${id}/verify`);
		expect(verified.status, verified.text).toBe(200);
		const changed = await owner.post(`${path}/${id}/change`, { fields: { memo: "Main shop" } });
		expect(changed.body).toMatchObject({ account_id: id, fields: { merchant_number, memo: "Main shop" } });
		expectProblem(await owner.post(`${path}/${id}/remove`, { reason: " " }), 400, "BAD_REQUEST");
		expect((await owner.post(`${path}/${id}/remove`, { reason: "We change banks" })).status).toBe(200);
		expect((await owner.get(path)).body.accounts).toEqual([]);
		expectProblem(await owner.post(`${path}/${id}/verify`), 404, "NOT_FOUND");

		const events = await auditEvents(sandbox.database.tables, { object: id });
		const about = { processor: "far", currency: "CAD" };
		expect(events.map(({ type, details, actor_kind: actor }) => ({ type, details, actor }))).toEqual([
			{ type: "processor_account.added", details: about, actor: "staff" },
			{ type: "processor_account.verified", details: about, actor: "staff" },
			{ type: "processor_account.changed", details: { ...about, fields: ["memo"] }, actor: "staff" },
			{ type: "processor_account.removed", details: { ...about, reason: "We change banks" }, actor: "staff" },
		]);
		const mails = await sandbox.database.tables
			.selectFrom("staff_notices")
			.select(["event", "details"])
			.orderBy("event")
			.execute();
		expect(mails.filter(({ event }) => event.startsWith("processor_account."))).toEqual([
			{ event: "processor_account.added", details: { about: "Far Payments, CAD" } },
			{ event: "processor_account.changed", details: { about: "Far Payments, CAD" } },
			{ event: "processor_account.removed", details: { about: "Far Payments, CAD" } },
		]);
	});

	test("of another merchant answer as those that do not exist", async () => {
		const added = await owner.post(path, { processor: "far", currency: "USD", fields: newFields() });
		const { account_id: id } = added.body;
		expect((await neighbour.get(path)).body.accounts).toEqual([]);
		for (const ask of [() => `${path}/${id}`, () => `${path}/00000000000000000000`]) {
			expectProblem(await neighbour.post(`${ask()}/verify`), 404, "NOT_FOUND");
			expectProblem(await neighbour.post(`${ask()}/change`, { fields: { memo: "Mine" } }), 404, "NOT_FOUND");
			expectProblem(await neighbour.post(`${ask()}/remove`, { reason: "Mine" }), 404, "NOT_FOUND");
		}
		expect((await owner.post(`${path}/${id}/verify`)).status).toBe(200);
	});

	test("P-06 leave no secret in responses, the log, or a row of the database", async () => {
		const fields = newFields();
		const wanted = { processor: "far", currency: "CAD" };
		const unknown = { ...fields, api_key: `${fields.api_key}?` };
		const unreachable = { ...fields, api_key: unreachableKey };
		const answers = [
			await owner.post(path, { ...wanted, fields: unknown }),
			await owner.post(path, { ...wanted, fields: unreachable }),
			await owner.post(path, { ...wanted, fields }),
			await owner.get(path),
		];
		const { account_id: id } = answers[2]?.body ?? {};
		answers.push(await owner.post(`${path}/${id}/change`, { fields: { api_key: unknown.api_key } }));
		answers.push(await owner.post(`${path}/${id}/change`, { fields: { api_key: fields.api_key } }));
		expect(answers.map(({ status }) => status)).toEqual([400, 503, 200, 200, 400, 200]);
		expect(answers[0]?.body.message).toContain("Far Payments refused the account: Unknown key [secret]");
		const places = [...answers.map(({ text }) => text), ...gateway.logLines, await storedRows(sandbox.database.tables)];
		for (const place of places) {
			for (const secret of [fields.api_key, unknown.api_key, unreachableKey]) {
				expect(place).not.toContain(secret);
				expect(place).not.toContain(encodeURIComponent(secret));
			}
		}
		// The place of a shown field proves that the search would find a secret.
		expect(places.at(-1)).toContain(fields.merchant_number);
	});

	test("X-55 cannot be added in the sandbox", async () => {
		const inSandbox = await signInMember(sandbox);
		const answer = await inSandbox.post(path, { processor: "far", currency: "CAD", fields: newFields() });
		expectProblem(answer, 409, "CONFLICT");
		expect(answer.body.reason).toBe("sandbox_without_processors");
	});
});
