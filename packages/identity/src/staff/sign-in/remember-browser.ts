import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { findPasswords } from "../passwords/passwords.store.ts";
import { readBrowserCookie, setBrowserCookie } from "../sessions/session-cookie.ts";
import type { StaffSession } from "../sessions/sessions.ts";
import { type BrowserStanding, browserToken, standingOf } from "./known-browser.ts";
import type { SignInContext } from "./sign-in-context.ts";

type KnownBrowsers = Pick<SignInContext, "database" | "vault">;

/** Protects the browser from lockouts by others' attempts. */
export async function rememberBrowser(
	{ database, vault }: KnownBrowsers,
	context: Context<GatewayEnv>,
	{ id }: Pick<StaffSession["staff"], "id">,
): Promise<void> {
	const passwords = await findPasswords(database, id);
	if (passwords !== undefined) setBrowserCookie(context, browserToken(vault, { id, passwordHash: passwords.current }));
}

/** Call it after the member has given their password. */
export async function browserStanding(
	{ database, vault }: KnownBrowsers,
	context: Context<GatewayEnv>,
	{ id }: Pick<StaffSession["staff"], "id">,
): Promise<BrowserStanding> {
	const passwordHash = (await findPasswords(database, id))?.current ?? "";
	return standingOf(vault, { id, passwordHash }, readBrowserCookie(context));
}
