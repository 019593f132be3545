import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, signIn } from "../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";
import { staffBrowser } from "../../../test/fixtures/staff/staff-browser.ts";
import { customerPath, subscribing } from "../../../test/fixtures/subscriptions/subscribing.ts";
import { unpaidSubscriptions } from "../../../test/fixtures/subscriptions/unpaid.ts";

/** Can be stored; every charge is declined (soft). */
const failing = "4000000000000341";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

test("a network tries 20 cards in ten minutes, on a card link and in the portal together", async () => {
	const steps = subscribing(client, () => gateway.clocks.business.now());
	const owing = unpaidSubscriptions({ gateway, client, steps });
	const owed = await owing.unpaid(await steps.plan(), failing);
	const session = await client.post(`${customerPath}/${owed.customer}/portal-session`, {});
	const [atLink, inPortal] = [staffBrowser(gateway.url), staffBrowser(gateway.url)];
	await atLink.get(owed.link);
	await inPortal.get(new URL(String(session.body.url)).pathname);
	await inPortal.get("/pay/portal/card?lang=en");
	const pages = [atLink, inPortal];
	for (let tries = 0; tries < 10; tries++) {
		for (const page of pages) {
			const refused = await page.submit({ token: "no token" });
			expect([refused.status, refused.text]).toEqual([400, expect.not.stringContaining("Too many cards were tried")]);
		}
	}
	for (const page of pages)
		expect((await page.submit({ token: "no token" })).text).toContain("Too many cards were tried");
	gateway.clocks.real.advance(10 * 60_000);
	for (const page of pages) {
		expect((await page.submit({ token: "no token" })).text).not.toContain("Too many cards were tried");
	}
}, 40_000);
