import { join } from "node:path";
import type { Route } from "@playwright/test";
import { lookAt } from "../support/accessibility.ts";
import { disputeOf, settlementOf } from "../support/settled.ts";
import { type Desk, expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";
const pictures = join(import.meta.dirname, "../../../screenshots/dashboard");
const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };

// Moving the sandbox's clock would start renewals in other tests, so the gateway's answers about what happens on later days
// are given here; the demo processor's own tests have them from the gateway.

const paging = { cursors: { before: "", after: "" } };
const answer = (json: object) => (route: Route) => route.fulfill({ json });

/** Sells once, and has the gateway tell of the charge's settlement and dispute. */
async function sellAndDispute(desk: Desk): Promise<string> {
	const { page } = desk;
	const sale = await desk.post("/transaction-service/sale", { ...card, amount: 31, sending_receipt: false });
	const id = String(sale.transaction_id);
	const [settlement, dispute] = [settlementOf(id), disputeOf(id)];
	const services = "**/app/api/transaction-service";
	await page.route(`${services}/settlement?*`, answer({ entities: [settlement], paging }));
	await page.route(`${services}/settlement`, answer({ entities: [settlement], paging }));
	await page.route(`${services}/settlement/*`, answer(settlement));
	await page.route(`${services}/dispute?*`, answer({ entities: [dispute], paging }));
	await page.route(`${services}/dispute`, answer({ entities: [dispute], paging }));
	await page.route(`${services}/dispute/*`, answer(dispute));
	return id;
}

test("settlements and disputes pass axe and fit the window, empty and filled", async ({ desk, page }) => {
	const look = async (state: string) => {
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		await lookAt(page, pictures, state);
	};
	await desk.signIn("/app/settlements?transaction_id=none");
	await expect(page.getByText("No settlement matches these filters")).toBeVisible();
	await page.goto(`${gateway}/app/disputes`);
	await expect(page.getByRole("heading", { name: "No disputes" })).toBeVisible();
	await look("disputes-none");
	const id = await sellAndDispute(desk);
	for (const path of ["settlements", "disputes"]) {
		await page.goto(`${gateway}/app/${path}`);
		await expect(page.locator("tbody tr")).toHaveCount(1);
		await look(path);
		await page.locator("tbody tr a").first().click();
		await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
		await look(path.slice(0, -1));
	}
	await page.getByRole("button", { name: "Send evidence" }).click();
	await look("dispute-evidence");
	await page.goto(`${gateway}/app/transactions/${id}`);
	await expect(page.getByRole("link", { name: "Dispute of $999,999.99 CAD" })).toBeVisible();
	await look("transaction-disputed");
	const due = [disputeOf(id), disputeOf(id, { dispute_id: "7fK2mQ7xW1aZ3bC4dE5f", reason_code: "X1", reason: null })];
	await page.route("**/app/api/overview", async (route) => {
		const figures = await (await route.fetch()).json();
		return route.fulfill({ json: { ...figures, open_disputes: { count: 7, due_first: due } } });
	});
	await page.goto(`${gateway}/app`);
	await expect(page.getByRole("link", { name: "All open disputes (7)" })).toBeVisible();
	await expect(page.getByText("8 days left")).toHaveCount(2);
	await look("overview-disputes");
});

test("a dispute is answered with evidence, once, although the first response is lost", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const id = await sellAndDispute(desk);
	const sent: { key: string | undefined; body: unknown }[] = [];
	const answered = { kind: "evidence", asked_at: Date.now(), sent_at: null, refusal: null } as const;
	await page.route("**/dispute/*/evidence", async (route) => {
		const request = route.request();
		sent.push({ key: request.headers()["idempotency-key"], body: request.postDataJSON() });
		if (sent.length === 1) return route.abort();
		return route.fulfill({ json: disputeOf(id, { status: "under_review", answer: answered }) });
	});
	desk.expectedInConsole.push(/ERR_FAILED/);
	await page.goto(`${gateway}/app/transactions/${id}`);
	await page.getByRole("link", { name: "Dispute of" }).click();
	await expect(page.getByText(/^Answer before .*Without an answer, the dispute is lost\.$/)).toBeVisible();
	await page.getByRole("button", { name: "Send evidence" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Why the charge is right").fill("It was delivered.\nThe payer signed.");
	await dialog.getByLabel("Tracking number").fill("CP 1204");
	await dialog.getByRole("button", { name: "Send evidence" }).click();
	await dialog.getByRole("button", { name: "Check the outcome" }).click();
	await expect(page.getByText("Your evidence was taken and is sent to the processor.")).toBeVisible();
	await expect(page.getByText("Under review")).toBeVisible();
	await expect(page.getByRole("button", { name: "Accept" })).toBeHidden();
	expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
	expect(sent[1]?.body).toMatchObject({
		explanation: "It was delivered.\nThe payer signed.",
		shipping_tracking_number: "CP 1204",
	});
});

test("accepting a dispute asks first, and then for the password", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const id = await sellAndDispute(desk);
	let isConfirmed = false;
	await page.route("**/dispute/*/accept", (route) => {
		if (isConfirmed) return route.fulfill({ json: disputeOf(id, { status: "accepted" }) });
		isConfirmed = true;
		// The gateway's own refusal, for a dispute that it does not know.
		return route.continue();
	});
	await page.goto(`${gateway}/app/disputes`);
	await page.locator("tbody tr a").first().click();
	await page.getByRole("button", { name: "Accept" }).click();
	await page.getByRole("button", { name: "Accept and give up $999,999.99 CAD" }).click();
	await desk.confirm();
	await expect(page.getByText("The dispute is accepted.")).toBeVisible();
});
