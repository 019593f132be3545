import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { type Client, signIn } from "../../../../../test/fixtures/client.ts";
import { authorizePath, ownersBrowser } from "../../../../../test/fixtures/consent.ts";
import { passTime } from "../../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../../../../../test/fixtures/staff/staff-member.ts";
import type { AuditEventType } from "../../../../platform/src/audit/event.ts";

// A change that gives lasting access writes an audit event and an email to every owner, and to no other member.

let gateway: TestGateway;
let client: Client;
let administrator: StaffMember;
let owners: string[];

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	await signInMember(gateway, { role: "owner" });
	administrator = await signInMember(gateway, { role: "administrator" });
	owners = [gateway.demo.email, `the-owner@${gateway.demo.email.split("@")[1]}`].sort();
});

beforeEach(() => gateway.database.tables.deleteFrom("mailbox").execute());

afterAll(() => gateway.stop());

async function expectTold(subject: string, about: string, event: AuditEventType, by = administrator.userId) {
	await passTime(client, 1_000);
	const mails = await gateway.database.tables
		.selectFrom("mailbox")
		.select(["to_address as to", "subject", "text"])
		.where("message_id", "like", "owner-notice.%")
		.orderBy("to_address")
		.execute();
	expect(mails.map(({ to }) => to)).toEqual(owners);
	for (const mail of mails) {
		expect(mail.subject).toBe(`Test: ${subject}`);
		expect(mail.text).toContain(`About: ${about}`);
	}
	const [last] = (await auditEvents(gateway.database.tables, { type: event })).slice(-1);
	expect(last).toMatchObject({ actor_kind: "staff", actor_id: String(by) });
}

test("X-49 a new credential", async () => {
	expect((await administrator.post("/credentials", { name: "Till 7" })).status).toBe(200);
	await expectTold("An API credential was created", "Till 7", "credential.created");
});

test("X-49 a connected partner", async () => {
	const browser = await ownersBrowser(gateway);
	await browser.get(authorizePath(gateway));
	expect((await browser.submit({ answer: "allow" })).status).toBe(303);
	const { id } = await gateway.database.tables
		.selectFrom("staff")
		.select("id")
		.where("email", "=", gateway.demo.email)
		.executeTakeFirstOrThrow();
	await expectTold("A partner was connected", "Demo partner", "grant.approved", id);
});

test("X-49 an invited administrator", async () => {
	const person = { email: "eve@example.com", name: "Eve", role: "administrator" };
	expect((await administrator.post("/staff/invitations", person)).status).toBe(200);
	await expectTold("A person was invited to your staff", "Eve, eve@example.com, administrator", "invitation.sent");
});

test("X-49 a higher role", async () => {
	const clerk = await signInMember(gateway, { role: "clerk" });
	expect((await administrator.patch(`/staff/${clerk.userId}`, { role: "administrator" })).status).toBe(200);
	await expectTold("The role of a staff member was changed", "The clerk, the-clerk@", "staff.role_changed");
});

test("X-49 a new origin", async () => {
	expect((await administrator.post("/origins", { origin: "https://evil.example" })).status).toBe(200);
	await expectTold("A website may now show your card form", "https://evil.example", "origin.allowed");
});

test("X-49 a new key and a destroyed one", async () => {
	const { body } = await administrator.post("/keys/rotate");
	const [current, former] = body.keys as { key_id: string }[];
	await expectTold("A new key for your pages was created", String(current?.key_id), "key.rotation_begun");
	await gateway.database.tables.deleteFrom("mailbox").execute();
	await administrator.post(`/keys/${former?.key_id}/retire`, { compromised: true });
	await expectTold("A key of your pages was destroyed", String(former?.key_id), "key.destroyed");
});

test("X-49 a new name, and mails to customers turned off", async () => {
	expect((await administrator.patch("/settings", { name: "Evil & Main" })).status).toBe(200);
	await expectTold("The name of your business was changed", "Evil & Main", "settings.changed");
	await gateway.database.tables.deleteFrom("mailbox").execute();
	await administrator.patch("/settings", { sends_receipts: false });
	await expectTold("The emails to your customers were changed", "sends_receipts: off", "settings.changed");
});

test("a change by an API client advises to revoke its credential, and not to change a password", async () => {
	const created = await client.post("/event-service/endpoint", { url: "http://localhost:9/" });
	expect(created.status, created.text).toBe(200);
	await passTime(client, 1_000);
	const mails = await gateway.database.tables.selectFrom("mailbox").select("text").execute();
	expect(mails).toHaveLength(owners.length);
	for (const { text } of mails) {
		expect(text).toContain("revoke the credential that did it in the settings");
		expect(text).not.toContain("change your password");
	}
});
