import type { Browser } from "@playwright/test";
import { Desk, expect } from "./staff.ts";

export interface Invited {
	email: string;
	name: string;
	role: "owner" | "administrator" | "clerk";
	password: string;
}

/** Invites a person, who joins in a browser of their own. The signed-in owner is confirmed for five minutes. */
export async function joinAsInvited(owner: Desk, browser: Browser, { password, ...person }: Invited): Promise<Desk> {
	await owner.stepUp();
	await owner.post("/staff/invitations", person);
	const theirs = new Desk(await (await browser.newContext({ locale: "en-CA" })).newPage());
	await theirs.page.goto(await linkMailedTo(person.email));
	await theirs.page.getByLabel("Password").fill(password);
	await theirs.page.getByRole("button", { name: "Join" }).click();
	await expect(theirs.page.getByRole("navigation", { name: "Pages" })).toBeVisible();
	return theirs;
}

/** The link in the newest mail to an address. The mailbox waits for mail that is due. */
export async function linkMailedTo(address: string): Promise<string> {
	const link = async () => {
		const answer = await fetch(process.env.MAILBOX_URL ?? "", { headers: { Accept: "application/json" } });
		const mails = (await answer.json()) as { to: string[]; text: string }[];
		return /http:\/\/\S+\/app\/invitation\/\S+/.exec(mails.find(({ to }) => to.includes(address))?.text ?? "")?.[0];
	};
	await expect.poll(link).toBeTruthy();
	return (await link()) ?? "";
}
