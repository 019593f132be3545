import { expect, type Page } from "@playwright/test";

/** Returns the first link to the gateway's pages in the newest mail to an address, as soon as it is there. */
export async function linkMailedTo(page: Page, address: string, path = "app"): Promise<string> {
	let link: string | undefined;
	await expect(async () => {
		const headers = { Accept: "application/json" };
		const mails = await (await page.request.get(process.env.MAILBOX_URL ?? "", { headers })).json();
		const texts = mails.flatMap(({ to, text }: { to: string[]; text: string }) => (to.includes(address) ? [text] : []));
		const links = texts.map((text: string) => /http:\/\/localhost:\d+(\/(?:app|pay)\/\S+)/.exec(text));
		link = links.find((found: RegExpExecArray | null) => found?.[1]?.startsWith(`/${path}/`))?.[0];
		expect(link).toBeDefined();
	}).toPass({ timeout: 15_000 });
	return link ?? "";
}
