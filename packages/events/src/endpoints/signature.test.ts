import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "./signature.ts";

const body = JSON.stringify({ type: "ping", data: { name: "Zoë" } });

test("the signature of the specification's example", () => {
	// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Signature scheme".
	const message = {
		id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
		timestamp: 1_614_265_330,
		body: '{"test": 2432232314}',
	};
	expect(signatureHeaders(message, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])["webhook-signature"]).toBe(
		"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	);
});

test("the standard's library verifies a message under each of its secrets, and under no other", () => {
	const secrets = [newWebhookSecret(), newWebhookSecret()];
	const headers = signatureHeaders({ id: "evt_1", timestamp: Math.floor(Date.now() / 1_000), body }, secrets);
	for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
	expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow("No matching signature");
	expect(() => new Webhook(secrets[0] ?? "").verify(`${body} `, headers)).toThrow("No matching signature");
});
