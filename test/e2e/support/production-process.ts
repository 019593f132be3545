import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createLog, readConfig, startGateway } from "../../../apps/gateway/src/index.ts";

/*
 * A gateway that is no sandbox, with one demo merchant that has an account at a processor and whose owner is invited. Sends the
 * invitation's link to its parent, and stops on SIGTERM.
 */
const admin = fileURLToPath(new URL("../../../apps/gateway/src/operator/main.ts", import.meta.url));
const { DATA_DIR: dataDirectory = "", PORT: port = "" } = process.env;
const keyFile = join(dataDirectory, "production.key");
await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
const environment = {
	...process.env,
	SANDBOX: "0",
	MASTER_KEY_FILE: keyFile,
	PUBLIC_URL: `http://localhost:${port}`,
	// Going live needs a mail server; nothing listens there.
	SMTP_URL: "smtp://127.0.0.1:9",
	PROCESSORS_MODULE: fileURLToPath(new URL("./approving-processor.ts", import.meta.url)),
};
const gateway = await startGateway(readConfig(environment), createLog({ level: "error" }));

async function operate(...words: string[]): Promise<Record<string, string>> {
	const program = ["--conditions=source", admin, ...words, "--json"];
	const { stdout } = await promisify(execFile)(process.execPath, program, { env: environment });
	return JSON.parse(stdout);
}

const owner = ["--owner", "ada@north.example", "--owner-name", "Ada Lovelace"];
const { merchant_id: merchant = "", invitation_link: link } = await operate(
	...["merchant", "add", "--name", "North Bakery", ...owner],
);
await operate("processor", "add", merchant, "--processor", "easy", "--currency", "CAD", "--field", "api_key=secret-1");
process.send?.({ link });
process.once("SIGTERM", async () => {
	await gateway.stop();
	process.exit(0);
});
