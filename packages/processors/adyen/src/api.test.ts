import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { newCharge } from "../../../../test/fixtures/payments/processor-requests.ts";
import { account } from "../test-support/adyen.ts";
import { createAdyen } from "./adapter.ts";

async function serve(listener: RequestListener) {
	const server = createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, [Symbol.asyncDispose]: async () => void server.close() };
}

test("no redirect is followed", async () => {
	let trapped = 0;
	await using trap = await serve((_, response) => {
		trapped += 1;
		response.end("{}");
	});
	for (const status of [301, 302, 307, 308]) {
		await using adyen = await serve((_, response) =>
			response.writeHead(status, { Location: `${trap.url}/v72/payments` }).end(),
		);
		const processor = createAdyen({ url: adyen.url });
		await expect(processor.submit(newCharge(), account)).rejects.toThrow(`HTTP ${status}`);
		await expect(processor.verify(account)).rejects.toThrow(`HTTP ${status}`);
	}
	expect(trapped).toBe(0);
});

test.each([
	[401, "Unauthorized"],
	[403, '{"error":"a firewall"}'],
	[409, '{"status":409,"errorCode":"704","message":"request already processed","errorType":"validation"}'],
	[422, '{"status":422,"errorCode":"704","message":"request already processed","errorType":"validation"}'],
	[500, '{"status":500,"errorCode":"000","message":"Unknown","errorType":"internal"}'],
	[200, "[]"],
])("HTTP %i with %j decides nothing", async (status, body) => {
	await using adyen = await serve((_, response) => response.writeHead(status).end(body));
	const processor = createAdyen({ url: adyen.url });
	await expect(processor.submit(newCharge(), account)).rejects.toThrow("Adyen");
});

test("an endless answer is not read to its end", async () => {
	await using adyen = await serve((_, response) => {
		response.on("drain", () => response.write("x".repeat(65_536)));
		response.write("x".repeat(65_536));
		response.on("error", () => response.destroy());
	});
	const processor = createAdyen({ url: adyen.url });
	await expect(processor.submit(newCharge(), account)).rejects.toThrow("gave no complete answer");
});

test.each([
	[{}, "https://1797a841fbb37ca7-Shop-checkout-live.adyenpayments.com/checkout/v72/payments"],
	[{ environment: "test" }, "https://checkout-test.adyen.com/v72/payments"],
])("an account with %j reaches its own host", async (changes, address) => {
	const answer = Response.json({ resultCode: "Authorised", pspReference: "PSP1" });
	const spy = vi.spyOn(globalThis, "fetch").mockResolvedValue(answer);
	await createAdyen().submit(newCharge(), { ...account, ...changes });
	const asked = spy.mock.calls.map(([url]) => String(url));
	spy.mockRestore();
	expect(asked).toEqual([address]);
});
