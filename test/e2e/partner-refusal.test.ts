import { test } from "./support/firefox-form.ts";
import { expect } from "./support/merchant.ts";
import { newPayerAddress } from "./support/payer-address.ts";

test.describe.configure({ mode: "default" });

const shop = process.env.SHOP_URL ?? "";
const [email, password] = [process.env.STAFF_EMAIL ?? "", process.env.STAFF_PASSWORD ?? ""];

/** The demo partner's page with the result. */
const atPartner = new RegExp(`^${shop}/partner\\?`);

/** Makes the partner's request one that the gateway refuses. */
function refusedRequest(location: string | null | undefined): string {
	const link = new URL(location ?? "");
	link.searchParams.set("response_type", "token");
	return link.href;
}

test("a merchant who signs in for an invalid request of a partner returns to it", async ({ page }) => {
	const problems: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(message.text());
	});
	const begun = await page.request.get(`${shop}/partner/connect`, { maxRedirects: 0 });
	await page.goto(refusedRequest(begun.headers().location));
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.keyboard.press("Enter");
	// Hashing a password takes long on a busy machine.
	await expect(page).toHaveURL(atPartner, { timeout: 30_000 });
	expect(problems).toEqual([]);
});

test("in Firefox, a merchant who signs in for an invalid request of a partner returns to it", async ({
	firefox,
}, testInfo) => {
	const page = await firefox.newPage(newPayerAddress(testInfo));
	const begun = await fetch(`${shop}/partner/connect`, { redirect: "manual" });
	await page.goto(refusedRequest(begun.headers.get("Location")));
	await page.evaluate(
		(given) => {
			for (const [name, value] of Object.entries(given)) {
				const input = document.querySelector<HTMLInputElement>(`form input[name="${name}"]`);
				if (input !== null) input.value = value;
			}
			document.querySelector("form")?.requestSubmit();
		},
		{ email, password },
	);
	// Calls fail while the browser changes the page.
	await expect(async () => {
		expect(await page.evaluate(() => location.href, null)).toMatch(atPartner);
	}).toPass({ timeout: 30_000 });
	await page.close();
});
