import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, goodCard, salePath, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { day, type Subscribing, subscribing } from "../fixtures/subscriptions/subscribing.ts";

/** More than a run of the mail job sends. */
const mails = 300;

/** Below the limit of a credential's requests in flight. */
const atOnce = 20;

/** Jobs run every second. */
const onTimeMs = 10_000;

const connections = new Set<Socket>();

/** Accepts connections and never answers. */
const tarpit = createServer((socket) => {
	connections.add(socket);
	socket.on("error", () => undefined);
});

let gateway: TestGateway;
let client: Client;
let subscribe: Subscribing;

beforeAll(async () => {
	tarpit.listen(0, "127.0.0.1");
	await once(tarpit, "listening");
	const { port } = tarpit.address() as AddressInfo;
	gateway = await startTestGateway({ environment: { SMTP_URL: `smtp://localhost:${port}` } });
	client = await signIn(gateway.url, gateway.merchant);
	subscribe = subscribing(client, () => gateway.clocks.business.now());
	for (let sold = 0; sold < mails; sold += atOnce) {
		const sales = Array.from({ length: atOnce }, (_, number) =>
			client.post(salePath, { amount: 31, email: `payer${sold + number}@example.com`, ...goodCard }),
		);
		for (const { status } of await Promise.all(sales)) expect(status).toBe(200);
	}
	await vi.waitFor(() => expect(connections.size).toBeGreaterThan(0), { timeout: 5_000 });
});

afterAll(async () => {
	for (const connection of connections) connection.destroy();
	tarpit.close();
	await gateway.stop();
});

async function waitingEvents(): Promise<number> {
	const rows = await gateway.database.tables.selectFrom("audit_inbox").select("id").execute();
	return rows.length;
}

describe("a slow mail server delays no money", () => {
	test("renewals are on time while hundreds of mails wait for a mail server that never answers", async () => {
		const { customer } = await subscribe.subscribed();
		gateway.clocks.business.advance(day);
		const completed = async () => (await subscribe.read(customer)).subscriptions[0]?.completed_cycles;
		await expect.poll(completed, { timeout: onTimeMs }).toBe(1);
	});

	test("the audit log is sealed on time", async () => {
		expect(
			(await client.post("/plan-service/plan", { name: "Audited", amount: 5, currency: "CAD", frequency: "DAILY" }))
				.status,
		).toBe(200);
		await expect.poll(waitingEvents, { timeout: onTimeMs }).toBe(0);
	});

	test(
		"the sandbox's clock moves, and renewals happen on the way",
		async () => {
			const { customer } = await subscribe.subscribed();
			const moved = await client.post("/sandbox/clock", { advance_ms: 2 * day });
			expect(moved).toMatchObject({ status: 200, body: { charged: expect.any(Number) } });
			const [subscription] = (await subscribe.read(customer)).subscriptions;
			expect(subscription?.completed_cycles).toBe(1);
		},
		onTimeMs,
	);
});
