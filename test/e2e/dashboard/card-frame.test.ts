import { expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";
const frames = gateway.replace("//localhost:", "//127.0.0.1:");
const digits = "4111111111111111";

test("no script of the web application can read into the virtual terminal's card frame", async ({ desk, page }) => {
	const warnings: string[] = [];
	page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
	await desk.signIn("/app/virtual-terminal");
	await desk.card.type({ number: digits, expiry: "0831", securityCode: "123" });
	const seen = await page.evaluate(() => {
		const frame = document.querySelector<HTMLIFrameElement>("iframe");
		const attempt = (read: () => unknown) => {
			try {
				return String(read());
			} catch (error) {
				return error instanceof DOMException ? error.name : String(error);
			}
		};
		return {
			origin: new URL(frame?.src ?? "").origin,
			document: attempt(() => frame?.contentDocument),
			body: attempt(() => frame?.contentWindow?.document.body.textContent),
			address: attempt(() => frame?.contentWindow?.location.href),
			page: location.origin,
		};
	});
	expect(seen).toEqual({
		origin: frames,
		document: "null",
		body: "SecurityError",
		address: "SecurityError",
		page: gateway,
	});
	expect(warnings.filter((text) => text.includes("sandbox"))).toEqual([]);
});

test("the frame cannot be put on the web application's own origin, nor the application on the frame's", async ({
	desk,
	page,
}) => {
	desk.expectedInConsole.push(/status of 404/, /frame-src/, /Framing/);
	await desk.signIn("/app/virtual-terminal");
	const src = (await page.locator("iframe").getAttribute("src")) ?? "";
	const own = src.replace(frames, "");
	expect(await page.evaluate(async (path) => (await fetch(path)).status, own)).toBe(404);
	const isShown = await page.evaluate(
		(path) =>
			new Promise<boolean>((resolve) => {
				document.addEventListener("securitypolicyviolation", () => resolve(false));
				const frame = document.createElement("iframe");
				frame.onload = () => resolve(!!frame.contentDocument?.getElementById("form"));
				frame.src = path;
				document.body.append(frame);
			}),
		own,
	);
	expect(isShown).toBe(false);
	for (const path of ["/app", "/app/sign-in", "/app/virtual-terminal"]) {
		expect((await page.request.get(frames + path)).status()).toBe(404);
	}
});

test("a card typed at the virtual terminal is charged through the frame's origin", async ({ desk, page }) => {
	await desk.signIn();
	await desk.charge({ amount: "31.00" });
	await expect(page.getByText("Charged $31.00 CAD to Visa •••• 1111.")).toBeVisible();
});
