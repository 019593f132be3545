import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { rememberedForMs } from "../cards-on-file/card-keeper.ts";

/** Where a browser has its key to the cards on file. */
export interface CardKeyCookie {
	/** The key, if the browser has one that may be one. */
	read(c: Context): string | undefined;
	give(c: Context, key: string): void;
	drop(c: Context): void;
}

/**
 * The one cookie of this shop. No script can read it, no other site's form can bring it along, and over HTTPS its name makes
 * browsers refuse it from anyone but this very host (rule X-29).
 */
export function cardKeyCookie(publicUrl: string): CardKeyCookie {
	const secure = publicUrl.startsWith("https:");
	const name = secure ? "__Host-card-key" : "card-key";
	const set = (c: Context, value: string, maxAge: number) =>
		setCookie(c, name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge });
	return {
		read(c) {
			const value = getCookie(c, name);
			return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
		},
		give: (c, key) => set(c, key, rememberedForMs / 1_000),
		drop: (c) => set(c, "", 0),
	};
}
