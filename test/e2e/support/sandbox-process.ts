import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startSandbox } from "../../../apps/demo/src/sandbox.ts";
import { startEmbeddedDatabase } from "../../../packages/local-postgres/src/start.ts";
import { openDatabase } from "../../../packages/platform/src/db/database.ts";
import { insertMerchant, insertStaff } from "../../fixtures/builders.ts";
import { storeCheapPasswords } from "../../fixtures/staff/cheap-passwords.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { ownAccounts, ownerOf } from "./accounts.ts";
import { openMerchantSite } from "./merchant-site.ts";

const admin = fileURLToPath(new URL("../../../apps/gateway/src/operator/main.ts", import.meta.url));

/* The sandbox and a merchant's site in a separate process: sends the addresses to its parent, and stops on SIGTERM. */
const port = Number(process.env.MERCHANT_PORT);
const merchantUrl = `http://localhost:${port}`;
const { gateway, gatewayUrl, shopUrl, stop } = await startSandbox({ environment: process.env });
const demo = gateway.demo?.content;
const { public_key: publicKey = "", email = "", password = "" } = demo ?? {};
const mailboxUrl = gateway.demo?.mailboxUrl;
await addAccounts();
await promisify(execFile)(process.execPath, ["--conditions=source", admin, "origin", "add", publicKey, merchantUrl]);
const site = await openMerchantSite({
	gatewayUrl,
	publicKey,
	port,
	clientId: demo?.client_id ?? "",
	clientSecret: demo?.client_secret ?? "",
});
process.send?.({ gatewayUrl, shopUrl, merchantUrl, publicKey, email, password, mailboxUrl });
process.once("SIGTERM", async () => {
	await site.stop();
	await stop();
	process.exit(0);
});

/** With cheap passwords, since most tests sign in. The gateway's own database is running, so it is shared. */
async function addAccounts(): Promise<void> {
	const embedded = await startEmbeddedDatabase({ dataDirectory: process.env.DATA_DIR ?? "", log: () => undefined });
	const database = openDatabase({ url: embedded.url, maximumConnections: 1 });
	const tables: AllTables = database.withTables();
	for (const account of ownAccounts) {
		const merchant_id = await insertMerchant(tables);
		await insertStaff(tables, { merchant_id, email: ownerOf(account), is_primary_owner: true });
	}
	const owners = [email, ...ownAccounts.map(ownerOf)];
	await storeCheapPasswords(
		database,
		owners.map((owner) => ({ email: owner, password })),
	);
	await database.destroy();
	await embedded.stop();
}
