import type { Config } from "../config.ts";
import { demoFileOf, writeDemoFile } from "../sandbox/demo-file.ts";
import { deriveMailboxToken } from "../sandbox/demo-secrets.ts";
import { mailboxTokenName } from "../sandbox/mailbox/require-mailbox-token.ts";
import { seedSandbox } from "../sandbox/seed.ts";
import type { Core } from "./open-core.ts";
import type { Starting } from "./starting.ts";

export async function seedDemoMerchants({ config, publicUrl }: Starting, { database, vault, clocks }: Core) {
	const shopUrl = shopUrlOf(config);
	const partnerRedirectUri = `${shopUrl}/partner/callback`;
	// A browser may use either name.
	const shopOrigins = [shopUrl, `http://127.0.0.1:${config.shopPort}`].map((url) => new URL(url).origin);
	const seed = await seedSandbox({ database, vault, clocks, partnerRedirectUri, shopOrigins });
	const content = demoFileOf(seed, { publicUrl, shopUrl, partnerRedirectUri });
	const file = await writeDemoFile(config.dataDirectory, content);
	const mailboxToken = deriveMailboxToken(vault);
	const query = new URLSearchParams({ [mailboxTokenName]: mailboxToken });
	return { content, file, mailboxToken, mailboxUrl: `${publicUrl}/sandbox/mailbox?${query}` };
}

export function shopUrlOf({ shopPort }: Pick<Config, "shopPort">): string {
	return `http://localhost:${shopPort}`;
}
