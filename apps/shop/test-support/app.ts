import { createApp } from "../src/app.ts";
import type { Assets } from "../src/http/assets.ts";
import { openPartnerDesk } from "../src/partner/desk.ts";
import type { TestCounter } from "./shop.ts";

export const publicUrl = "https://shop.example";
export const mailboxUrl = "https://pay.example/sandbox/mailbox";

const sealing = {
	publicKey: "pktest1abc",
	library: { url: "https://pay.example/v1/encrypt.js", integrity: "sha384-abc" },
	widget: { url: "https://pay.example/v1/cardseal.js", integrity: "sha384-def" },
};

/** Every asset under its own name, so that the pages can be made without building the scripts. */
const assets: Assets = {
	get: (name) => ({ href: `/assets/${name}`, type: "text/css", bytes: new Uint8Array(), integrity: "sha384-x" }),
	at: (href) => (href === "/assets/base.css" ? assets.get("base.css") : undefined),
};

/** Registered with nobody: what it does at a gateway is told in test/oauth. */
const partner = openPartnerDesk({
	authUrl: "http://localhost:1",
	baseUrl: "http://localhost:1",
	clientId: "partner1",
	clientSecret: "secret1",
	redirectUri: `${publicUrl}/partner/callback`,
});

export type TestApp = ReturnType<typeof createApp>;

/** The shop's routes at a counter, as if served from `address`. */
export function openApp(
	{ book, cashier, desk, keeper, subscriptions, logged }: TestCounter,
	address = publicUrl,
): TestApp {
	const log = ({ message }: { message: string }) => void logged.push(message);
	return createApp({
		publicUrl: address,
		sealing,
		assets,
		book,
		cashier,
		desk,
		keeper,
		subscriptions,
		partner,
		mailboxUrl,
		log,
	});
}
