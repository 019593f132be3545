import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { freePort } from "../../fixtures/gateway-process.ts";
import { lookAt } from "../support/accessibility.ts";
import { type Desk, expect, test } from "../support/staff.ts";

const pictures = join(import.meta.dirname, "../../../screenshots/dashboard");

interface Production {
	url: string;
	/** The link by which the owner of the demo merchant joins. */
	link: string;
	stop(): Promise<void>;
}

/** Starts a gateway that is no sandbox, in a new folder. */
async function startProduction(): Promise<Production> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-production-"));
	await chmod(dataDirectory, 0o711);
	const port = await freePort();
	const child = fork(fileURLToPath(new URL("../support/production-process.ts", import.meta.url)), {
		execArgv: ["--conditions=source"],
		env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory },
	});
	const exited = once(child, "exit");
	const [started] = await Promise.race([once(child, "message"), exited]);
	if (typeof started !== "object") throw new Error(`The gateway ended with code ${started} instead of starting.`);
	return {
		url: `http://localhost:${port}`,
		link: started.link,
		async stop() {
			child.kill("SIGTERM");
			await exited;
			await rm(dataDirectory, { recursive: true, force: true });
		},
	};
}

const password = "a long walk in the 7 hills";
const mode = (page: Page) => page.getByRole("navigation", { name: "Mode" });
const isCurrent = (page: Page, name: string) =>
	expect(mode(page).getByRole("link", { name })).toHaveAttribute("aria-current", "true");

/** Sets up an authenticator on the account page. */
async function enrol(desk: Desk, url: string): Promise<void> {
	const { page } = desk;
	await page.goto(`${url}/app/account`);
	await page.getByRole("button", { name: "Set up an authenticator" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Set up an authenticator" }).click();
	await desk.confirm(page, password);
	const secret = (await page.getByRole("figure").locator("code").textContent()) ?? "";
	await page.getByLabel("Code").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
	await page.getByRole("button", { name: "Turn it on" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "I have saved them" }).click();
}

test("X-56 an owner takes the account live, and switches between it and its demo", async ({ desk, page, context }) => {
	test.setTimeout(300_000);
	desk.expectedInConsole.push(/status of 40[013]/);
	const production = await startProduction();
	try {
		const { url } = production;
		await page.goto(production.link);
		await page.getByLabel("Password").fill(password);
		await page.getByRole("button", { name: "Join" }).click();
		await expect(page.getByText("Demo", { exact: true })).toBeVisible();
		await page.goto(`${url}/app/settings`);
		await expect(page.getByText("A second factor for you.")).toBeVisible();
		await enrol(desk, url);

		await page.goto(`${url}/app/settings`);
		const panel = page.getByRole("region", { name: "Go live" });
		await expect(panel.getByText("It refuses test card numbers.")).toBeVisible();
		await look(page, "go-live");
		await panel.getByRole("button", { name: "Take this account live" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Take this account live" }).click();
		await expect(panel.getByText("Your account is live.")).toBeFocused();
		await isCurrent(page, "Demo");
		await look(page, "go-live-done");

		await panel.getByRole("link", { name: "Create a live API credential" }).click();
		await expect(page).toHaveURL(`${url}/app/live/settings/credentials`);
		await isCurrent(page, "Live");
		await expect(page).toHaveTitle("API credentials · Live · Cardseal");
		await page.goto(`${url}/app`);
		await expect(page).toHaveURL(`${url}/app/live`);
		await desk.open("Transactions");
		await expect(page.getByRole("link", { name: "Export" })).toHaveAttribute("href", /^\/app\/live\/api\//);

		const demo = await context.newPage();
		await demo.goto(`${url}/app/live/plans`);
		await mode(demo).getByRole("link", { name: "Demo" }).focus();
		await demo.keyboard.press("Enter");
		await expect(demo).toHaveURL(`${url}/app/demo`);
		await isCurrent(demo, "Demo");
		await page.reload();
		await isCurrent(page, "Live");
		await expect(page.getByText("No transactions yet")).toBeVisible();
		await look(page, "live-transactions");

		expect(await sell(page, url, "live", "4111111111111111")).toMatchObject({ reason: "test_card_at_live_merchant" });
		expect(await sell(page, url, "live", "4539578763621486")).toMatchObject({ transaction_result: "APPROVED" });
		expect(await sell(page, url, "demo", "4111111111111111")).toMatchObject({ transaction_result: "APPROVED" });
		await page.reload();
		await expect(page.locator("tbody tr")).toHaveCount(1);
	} finally {
		await production.stop();
	}
});

/** Goes on in a wide window. */
async function look(page: Page, state: string): Promise<void> {
	await lookAt(page, pictures, state);
	await page.setViewportSize({ width: 1280, height: 900 });
}

async function sell(page: Page, url: string, name: "live" | "demo", number: string) {
	const api = `${url}/app/${name}/api`;
	const { csrf_token: csrf } = await (await page.request.get(`${api}/session`)).json();
	const card = { card_number: number, card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	const headers = { "X-CSRF-Token": csrf, Origin: url, "Idempotency-Key": crypto.randomUUID() };
	return (
		await page.request.post(`${api}/transaction-service/sale`, { data: { amount: 31, ...card }, headers })
	).json();
}
