import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, cardToken, cardWith, type JsonObject, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { staffBrowser } from "../fixtures/staff/staff-browser.ts";
import { type Random, randomFrom } from "./random.ts";

/* Payers at two gateways, a merchant who cancels, and the link's own end, in random order and at the same time. */

const path = "/transaction-service/payment-link";
const seed = Number(process.env.RACE_SEED ?? 1);
const rounds = Number(process.env.RACE_ROUNDS ?? 25);
const timeLimitMs = Math.max(240_000, rounds * 9_000);

const [good, declined] = ["4111111111111111", "4000000000000002"];

let gateway: TestGateway;
let neighbour: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

const lifeMs = 3_600_000;

interface Link {
	lookup_id: string;
	url: string;
}

async function pay({ url }: Link, number: string, at: TestGateway): Promise<void> {
	const payer = staffBrowser(at.url, undefined);
	await payer.get(new URL(url).pathname);
	const token = await cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now());
	await payer.submit({ token });
}

/** What happens to a link in one round, all at the same time. */
function drawActs(random: Random): ("pay" | "decline" | "cancel" | "expire")[] {
	const acts = Array.from({ length: random.between(2, 5) }, () =>
		random.pick(["pay", "pay", "decline", "cancel", "expire"] as const),
	);
	// The clock passes the end once.
	return acts.filter((act, index) => act !== "expire" || acts.indexOf("expire") === index);
}

async function chargesOf(invoice: string): Promise<number> {
	const { body } = await client.get(`/transaction-service/transaction?invoice_id=${invoice}`);
	return (body.entities as JsonObject[]).filter(({ transaction_result: result }) => result === "APPROVED").length;
}

/** The events of a link's end. */
async function eventsOf(id: string): Promise<number> {
	const types = ["payment_link.paid", "payment_link.expired"];
	const lists = types.map(async (type) => {
		const { body } = await client.get(`/event-service/event?type=${type}&limit=100`);
		return (body.events as { data: JsonObject }[]).filter(({ data }) => data.lookup_id === id);
	});
	return (await Promise.all(lists)).flat().length;
}

test(
	`a link ends once, and is paid exactly when one payment is approved, in ${rounds} random races`,
	async () => {
		const random = randomFrom(seed);
		const ends = new Map<string, number>();
		for (let round = 0; round < rounds; round++) {
			const acts = drawActs(random);
			const invoice = `RACE-${seed}-${round}`;
			const asked = { amount: 31, description: "Race", invoice_id: invoice };
			const expires_at = gateway.clocks.business.now() + lifeMs;
			const { body, text } = await client.post(path, { ...asked, expires_at });
			const link = body as unknown as Link;
			expect(link.url, text).toBeDefined();
			const doing = acts.map(async (act) => {
				if (act === "expire") return gateway.clocks.business.advance(lifeMs + 1);
				if (act === "cancel") return client.send(`${path}/${link.lookup_id}`, { method: "DELETE" });
				return pay(link, act === "pay" ? good : declined, random.pick([gateway, neighbour] as const));
			});
			await Promise.all(doing);
			const why = `seed ${seed}, round ${round}: ${acts.join()}`;
			const read = async () => (await client.get(`${path}/${link.lookup_id}`)).body;
			// Who came second may have lost to a declined card, and the link is open again. The end of its life waits for a job.
			if (acts.includes("expire")) {
				await expect.poll(async () => (await read()).status, { timeout: 20_000, message: why }).not.toBe("OPEN");
			}
			const { status } = await read();
			ends.set(String(status), (ends.get(String(status)) ?? 0) + 1);
			expect([status, await chargesOf(invoice)], why).toBeOneOf([
				["PAID", 1],
				["CANCELED", 0],
				["EXPIRED", 0],
				["OPEN", 0],
			]);
			const told = { PAID: 1, EXPIRED: 1, CANCELED: 0, OPEN: 0 }[String(status)];
			await expect.poll(() => eventsOf(link.lookup_id), { message: why }).toBe(told);
		}
		// The races must differ, or the run proves little.
		expect([...ends.keys()].sort()).toEqual(expect.arrayContaining(["CANCELED", "EXPIRED", "PAID"]));
	},
	timeLimitMs,
);
