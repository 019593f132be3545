import { verifyWebhook } from "@cardseal/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, clientWithToken, goodCard, salePath, signIn } from "../fixtures/client.ts";
import { readEvents } from "../fixtures/events.ts";
import { type GatewayProcess, spawnGateway, startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver.ts";

// Two gateways deliver the events of one merchant, and one of them is killed in the middle.

let gateway: TestGateway;
let other: GatewayProcess;
let receiver: WebhookReceiver;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	receiver = await startWebhookReceiver();
	other = await spawnGateway(gateway, undefined);
});

afterAll(async () => {
	await other.kill();
	await gateway.stop();
	await receiver.close();
});

/** The most sales that the killed gateway is asked for. */
const sales = 40;

test("a gateway killed between outcome and delivery loses no event, and none has a wrong signature", async () => {
	const { body: endpoint } = await client.post("/event-service/endpoint", { url: receiver.url });
	const there = clientWithToken(other.url, client.token);
	// One in three fails: by its status, by a broken connection, or because no answer comes before the kill.
	let requests = 0;
	receiver.answer = (response) => {
		requests++;
		if (requests % 9 === 3) response.writeHead(500).end();
		else if (requests % 9 === 6) response.destroy();
		else if (requests % 9 !== 0) response.end("ok");
	};
	const answered = Promise.withResolvers<void>();
	let answers = 0;
	const all = Array.from({ length: sales }, () =>
		there.post(salePath, { amount: 31, ...goodCard }).then(
			() => {
				answers++;
				if (answers === sales / 2) answered.resolve();
			},
			() => undefined,
		),
	);
	await answered.promise;
	await other.kill();
	await Promise.all(all);
	receiver.answer = (response) => response.end("ok");

	const events = await readEvents(gateway, client);
	expect(events.length).toBeGreaterThanOrEqual(sales / 2);
	expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
	// Deliveries that the killed gateway claimed, or that failed once or twice, become due.
	gateway.clocks.real.advance(400_000);
	const arrived = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
	await expect.poll(() => events.filter(({ id }) => !arrived().has(id)), { timeout: 60_000 }).toEqual([]);
	// Recovery may have recorded outcomes that the killed gateway did not: their events came later.
	const received = [...receiver.received];
	const listed = await readEvents(gateway, client);
	for (const { body, headers } of received) {
		const now = () => Number(headers["webhook-timestamp"]) * 1_000;
		const event = await verifyWebhook(body, headers, String(endpoint.secret), { now });
		expect(event).toEqual(listed.find(({ id }) => id === event.id));
	}
	await expect
		.poll(() => gateway.database.tables.selectFrom("webhook_deliveries").selectAll().execute(), { timeout: 60_000 })
		.toEqual([]);
});
