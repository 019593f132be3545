import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clientWithToken } from "../../../../../test/fixtures/client.ts";
import { ownersBrowser } from "../../../../../test/fixtures/consent.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { approve, connect, exchange, refresh } from "../../../../../test/fixtures/partner.ts";
import { findConnectedPartners } from "../grants/grants.store.ts";
import { disconnectPartner } from "./partners.ts";

let gateway: TestGateway;
let owner: { id: number; name: string; merchant_id: number };
let stranger: number;

beforeAll(async () => {
	gateway = await startTestGateway();
	const staff = gateway.database.tables.selectFrom("staff").select(["id", "name", "merchant_id"]);
	owner = await staff.where("email", "=", gateway.demo.email).executeTakeFirstOrThrow();
	const other = await staff.where("email", "=", gateway.demo.second_merchant.email).executeTakeFirstOrThrow();
	stranger = other.merchant_id;
});

afterAll(() => gateway.stop());

afterEach(() => disconnect());

const connected = (merchantId = owner.merchant_id) => findConnectedPartners(gateway.database.tables, merchantId);

function disconnect(merchantId = owner.merchant_id): Promise<boolean> {
	const caller = { actor: { kind: "staff" as const, userId: owner.id }, clientAddress: null, requestId: null };
	const partnerClientId = gateway.demo.partner.client_id;
	const books = { database: gateway.database.tables, clocks: gateway.clocks };
	return disconnectPartner(books, { merchantId, partnerClientId }, caller);
}

test("a partner is connected once, from the exchange of its first code, with all scopes granted since", async () => {
	const code = await approve(gateway, { scopes: ["plan"] });
	expect(await connected()).toEqual([]);
	const since = gateway.clocks.real.now();
	await exchange(gateway, code);
	gateway.clocks.real.advance(60_000);
	await connect(gateway, ["plan", "customer"]);
	const [partner, ...others] = await connected();
	expect(others).toEqual([]);
	expect(partner).toEqual({
		client_id: gateway.demo.partner.client_id,
		business_name: "Demo partner",
		image_url: null,
		scopes: ["customer", "plan"],
		connected_at: expect.any(Number),
		connected_by: { user_id: owner.id, name: owner.name },
	});
	expect(partner?.connected_at).toBeGreaterThanOrEqual(since);
	expect(partner?.connected_at).toBeLessThan(since + 60_000);
});

test("X-01 no other merchant can see or disconnect it", async () => {
	const { access } = await connect(gateway);
	expect(await connected(stranger)).toEqual([]);
	expect(await disconnect(stranger)).toBe(false);
	expect((await clientWithToken(gateway.url, access).get("/plan-service/plan")).status).toBe(200);
});

test("O-45 disconnecting revokes all tokens and codes of the partner at once", async () => {
	const [one, other, code] = [await connect(gateway), await connect(gateway), await approve(gateway)];
	expect(await disconnect()).toBe(true);
	expect(await connected()).toEqual([]);
	for (const { access, refresh: token } of [one, other]) {
		expect((await clientWithToken(gateway.url, access).get("/plan-service/plan")).status).toBe(401);
		expect((await refresh(gateway, token)).body.error).toBe("invalid_grant");
	}
	expect((await exchange(gateway, code)).body.error).toBe("invalid_grant");
	expect(await disconnect()).toBe(false);
});

test("a partner can be connected again", async () => {
	await connect(gateway);
	await disconnect();
	const { access } = await connect(gateway);
	expect((await clientWithToken(gateway.url, access).get("/plan-service/plan")).status).toBe(200);
	expect(await connected()).toHaveLength(1);
});

test("O-45 the settings list it and disconnect it, as the consent page promises", async () => {
	const { access } = await connect(gateway, ["plan"]);
	const browser = await ownersBrowser(gateway);
	const { client_id } = gateway.demo.partner;
	const listed = await browser.api("GET", "partners");
	expect(listed.body).toMatchObject({ partners: [{ client_id, scopes: ["plan"] }] });
	expect((await browser.api("DELETE", `partners/${client_id}`)).status).toBe(204);
	expect((await clientWithToken(gateway.url, access).get("/plan-service/plan")).status).toBe(401);
	expect((await browser.api("DELETE", `partners/${client_id}`)).status).toBe(404);
});
