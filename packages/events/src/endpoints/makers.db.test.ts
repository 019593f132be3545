import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import {
	type Client,
	clientWithToken,
	expectProblem,
	type JsonObject,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { readEvents } from "../../../../test/fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { connect, type PartnerTokens } from "../../../../test/fixtures/partner.ts";
import { anAttemptWaits } from "../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";
import { removePartner } from "../../../identity/src/oauth/partners/partners.ts";
import { operator } from "../../../platform/src/audit/event.ts";

const path = "/event-service/endpoint";
const url = "https://hooks.example.com/t0ken?key=s3cret";

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
});

afterEach(async () => {
	for (const { lookup_id: id } of await listed(client)) await client.send(`${path}/${id}`, { method: "DELETE" });
});

afterAll(() => gateway.stop());

type By = Pick<Client, "get" | "post">;
type Listed = { lookup_id: string; url: string; disabled_reason: string | null };

async function create(by: By): Promise<string> {
	const { status, body, text } = await by.post(path, { url });
	expect(status, text).toBe(200);
	return String(body.lookup_id);
}

async function listed(by: By): Promise<Listed[]> {
	return (await by.get(path)).body.endpoints as Listed[];
}

async function reasons(): Promise<Record<string, string | null>> {
	return Object.fromEntries((await listed(client)).map(({ lookup_id: id, disabled_reason: why }) => [id, why]));
}

function change(by: Client, id: string, body: JsonObject) {
	return by.send(`${path}/${id}`, {
		method: "PATCH",
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json" },
	});
}

async function newServer(more: JsonObject = {}): Promise<{ server: Client; clientId: string }> {
	const { body } = await owner.post("/credentials", { name: "Server", ...more });
	const [clientId, secret] = [String(body.client_id), String(body.client_secret)];
	return { server: await signIn(gateway.url, { client_id: clientId, client_secret: secret }), clientId };
}

async function connectPartner(): Promise<{ partner: Client; tokens: PartnerTokens }> {
	const tokens = await connect(gateway);
	return { partner: clientWithToken(gateway.url, tokens.access), tokens };
}

describe("a revocation disables the endpoints that its maker made", () => {
	test("a credential's, with an event, an audit event and a mail that says why; others stay", async () => {
		const { server, clientId } = await newServer();
		const [made, others] = [await create(server), await create(client)];
		const since = gateway.clocks.business.now();
		expect((await owner.delete(`/credentials/${clientId}`)).status).toBe(204);
		expect(await reasons()).toEqual({ [made]: "revoked", [others]: null });
		const told = (await readEvents(gateway, client)).filter(({ type }) => type === "endpoint.disabled");
		expect(told).toMatchObject([
			{ data: { lookup_id: made, disabled_reason: "revoked", url: "https://hooks.example.com/…" } },
		]);
		expect(await auditEvents(gateway.database.tables, { object: made, type: "endpoint.disabled" })).toMatchObject([
			{ actor_id: String(owner.userId), details: { because: "revoked" } },
		]);
		const mails = gateway.database.tables.selectFrom("staff_notices").select(["event", "details"]);
		expect(await mails.where("event", "=", "endpoint.revoked").where("occurred_at", ">=", since).execute()).toEqual([
			{ event: "endpoint.revoked", details: { about: "hooks.example.com" } },
		]);
	});

	test("a partner's, when the merchant disconnects it, the partner revokes its token, or the operator removes it", async () => {
		const { client_id: partnerId, client_secret: secret } = gateway.demo.partner;
		const ends = [
			() => owner.delete(`/partners/${partnerId}`),
			({ access: token }: PartnerTokens) =>
				fetch(`${gateway.url}/oauth/revoke`, {
					method: "POST",
					body: new URLSearchParams({ token, client_id: partnerId, client_secret: secret }),
				}),
			() => removePartner({ database: gateway.database.tables, clocks: gateway.clocks }, partnerId, operator("ada")),
		];
		for (const end of ends) {
			const { partner, tokens } = await connectPartner();
			const [made, others] = [await create(partner), await create(client)];
			await end(tokens);
			expect(await reasons()).toMatchObject({ [made]: "revoked", [others]: null });
		}
		await gateway.database.tables.updateTable("partners").set({ removed_at: null }).execute();
	});

	test("not when a credential expires: its endpoints get events as before", async () => {
		const { server } = await newServer({ expires_at: gateway.clocks.real.now() + 60_000 });
		const made = await create(server);
		gateway.clocks.real.advance(61_000);
		expectProblem(await server.get(path), 401, "UNAUTHORIZED");
		expect(await reasons()).toEqual({ [made]: null });
	});

	test("also one that is being created at the same time", async () => {
		const { server, clientId } = await newServer();
		const creating = await gateway.database.tables.transaction().execute(async (revocation) => {
			const own = revocation.updateTable("client_credentials").where("client_id", "=", clientId);
			await own.set({ revoked_at: gateway.clocks.business.now() }).execute();
			const sent = server.post(path, { url });
			await anAttemptWaits(gateway, "%from client_credentials%for share%");
			return { sent };
		});
		expectProblem(await creating.sent, 401, "UNAUTHORIZED");
		expect(await listed(client)).toEqual([]);
	});

	test("who sets its URL or enables it again is its maker from then on", async () => {
		const [{ server, clientId }, next] = [await newServer(), await newServer()];
		const [moved, enabled, noted] = [await create(server), await create(server), await create(server)];
		await change(next.server, moved, { url: "https://elsewhere.example.com/" });
		await change(next.server, noted, { description: "Shop" });
		await owner.delete(`/credentials/${clientId}`);
		expect(await reasons()).toEqual({ [moved]: null, [enabled]: "revoked", [noted]: "revoked" });
		expect((await change(next.server, enabled, { status: "ENABLED" })).status).toBe(200);
		await owner.delete(`/credentials/${next.clientId}`);
		expect(await reasons()).toEqual({ [moved]: "revoked", [enabled]: "revoked", [noted]: "revoked" });
	});

	test("one that the merchant had disabled cannot be enabled with the revoked maker", async () => {
		const { server, clientId } = await newServer();
		const made = await create(server);
		await change(client, made, { status: "DISABLED" });
		await owner.delete(`/credentials/${clientId}`);
		expect(await reasons()).toEqual({ [made]: "revoked" });
		expect(await auditEvents(gateway.database.tables, { object: made, type: "endpoint.disabled" })).toEqual([]);
	});
});

describe("a partner's grant", () => {
	test("X-01 sees, changes, rotates, tests and deletes only the endpoints that it made; the merchant sees all", async () => {
		const [{ partner }, { partner: otherGrant }] = [await connectPartner(), await connectPartner()];
		const [own, foreign, merchants] = [await create(partner), await create(otherGrant), await create(client)];
		for (const id of [foreign, merchants]) {
			const refused = [
				await partner.get(`${path}/${id}`),
				await partner.get(`${path}/${id}/delivery`),
				await change(partner, id, { url: "https://evil.example.com/" }),
				await partner.post(`${path}/${id}/rotate-secret`, {}),
				await partner.post(`${path}/${id}/test`, {}),
				await partner.send(`${path}/${id}`, { method: "DELETE" }),
			];
			for (const answer of refused) expectProblem(answer, 404, "NOT_FOUND");
		}
		expect((await listed(partner)).map(({ lookup_id: id }) => id)).toEqual([own]);
		for (const by of [client, owner]) {
			expect((await listed(by)).map(({ lookup_id: id }) => id)).toEqual([own, foreign, merchants]);
		}
		expect((await partner.post(`${path}/${own}/rotate-secret`, {})).status).toBe(200);
		await client.post("/plan-service/plan", { name: "Gold", amount: 10, interval: "MONTHLY" });
		const [event] = await readEvents(gateway, client);
		const resend = (by: Client) => by.post(`/event-service/event/${event?.id}/resend`, {});
		const { body } = await resend(partner);
		expect(body.endpoints).toEqual([own]);
		// Neither uses up the other's minute.
		expect([await resend(partner), await resend(client), await resend(client)]).toMatchObject([
			{ status: 429 },
			{ status: 200 },
			{ status: 429 },
		]);
		expect((await partner.send(`${path}/${own}`, { method: "DELETE" })).status).toBe(204);
	});
});

test("a token that only reads sees scheme and host of the URL", async () => {
	const id = await create(client);
	const { server: reader } = await newServer({ scopes: ["event:read"] });
	expect((await reader.get(`${path}/${id}`)).body.url).toBe("https://hooks.example.com/…");
	expect((await listed(reader)).map(({ url: shown }) => shown)).toEqual(["https://hooks.example.com/…"]);
	expect((await client.get(`${path}/${id}`)).body.url).toBe(url);
});

describe("a partner's endpoints", () => {
	test("are at most five, and leave room to the merchant's own; those of a former partner take none", async () => {
		const { partner } = await connectPartner();
		const { partner: again } = await connectPartner();
		for (let made = 0; made < 4; made++) await create(partner);
		await create(again);
		const sixth = await again.post(path, { url });
		expectProblem(sixth, 409, "CONFLICT");
		expect(sixth.body).toMatchObject({ reason: "too_many_endpoints", message: expect.stringContaining("partner") });
		for (let made = 0; made < 15; made++) await create(client);
		expect((await client.post(path, { url })).status, "twenty").toBe(409);
		const [former = { lookup_id: "" }, other = { lookup_id: "" }] = await listed(partner);
		expect((await owner.delete(`/partners/${gateway.demo.partner.client_id}`)).status).toBe(204);
		for (let made = 0; made < 5; made++) await create(client);
		expect((await change(client, former.lookup_id, { status: "ENABLED" })).status, "twenty again").toBe(409);
		expect((await change(client, other.lookup_id, { url: `${url}/other` })).status, "by its URL").toBe(409);
		const [own] = (await listed(client)).filter(({ disabled_reason: reason }) => reason === null);
		await client.send(`${path}/${own?.lookup_id}`, { method: "DELETE" });
		expect((await change(client, former.lookup_id, { status: "ENABLED" })).status).toBe(200);
	});
});
