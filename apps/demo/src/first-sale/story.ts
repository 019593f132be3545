import { encryptCard } from "@cardseal/encrypt";
import type { MerchantSettings } from "./demo-file.ts";
import { call, getBearerToken, testCard } from "./merchant.ts";
import { recordLines, type Screen } from "./print.ts";

const testNumber = "4111111111111111";
/** Its bank asks for a code. */
const askingNumber = "4000000000001091";

/** The sandbox approves odd whole dollars and declines even ones. */
const amounts = [31, 10.99] as const;

/** @throws Advice when a step cannot be done */
export async function tellFirstSale(settings: MerchantSettings, screen: Screen): Promise<void> {
	screen.line(screen.paint("bold", "Three sales in the sandbox, step by step. No real money moves."));
	screen.line();
	screen.progress("Getting a bearer token");
	const bearer = await getBearerToken(settings);
	const clock = await call(settings, bearer.value, { method: "GET", path: "/sandbox/clock" });
	const now = Number(clock.body.now);
	async function sell(sale: { amount: number; token: string; three_d_secure?: "auto" }): Promise<string[]> {
		screen.progress("Selling");
		const request = { method: "POST", path: "/transaction-service/sale", body: sale } as const;
		const lines = ["", ...recordLines(await call(settings, bearer.value, request), screen), ""];
		return lines.map((line) => line && `   ${line}`);
	}
	const minutes = Math.round(bearer.lifetimeSeconds / 60);
	const origins = [`POST /oauth/token returns a bearer token for ${minutes} minutes`, "the same bearer token"];
	for (const [index, amount] of amounts.entries()) {
		// A card token works once.
		const token = await encryptCard(settings.public_key, testCard(now, testNumber));
		screen.line(
			`1  Encrypt   in the payer's browser, with the merchant's public key: ${screen.paint("dim", shorten(token))}`,
		);
		screen.line(`2  Identify  on the merchant's server: ${origins[index]}`);
		screen.line(`3  Sell      POST /transaction-service/sale with the card token and ${amount.toFixed(2)} CAD`);
		const record = await sell({ amount, token });
		screen.line("4  Read      the returned record (without null fields)");
		for (const line of record) screen.line(line);
	}
	screen.line(screen.paint("bold", "A card whose bank asks the payer (3-D Secure):"));
	const token = await encryptCard(settings.public_key, testCard(now, askingNumber));
	screen.line("3  Sell      the same with three_d_secure: auto");
	const asking = await sell({ amount: amounts[0], token, three_d_secure: "auto" });
	screen.line("4  Read      the answer 402, with the bank's page");
	for (const line of asking) screen.line(line);
	screen.line(
		"5  Confirm   open next_action.url in a browser, as the payer would; the bank's code is 1234. The sale is then APPROVED.",
	);
	screen.line();
	screen.line(`All other requests: ${settings.base_url}/docs`);
}

function shorten(token: string): string {
	return `${token.slice(0, 6)}…${token.slice(-10)} (${token.length} characters)`;
}
