import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

export function newBrowserKey(): string {
	return randomBytes(32).toString("base64url");
}

/** No script reads the cookie, no other site's form sends it, and over HTTPS no other host sets it (rule X-29). */
export function browserKey(plainName: string, publicUrl: string, maximumAgeSeconds: number) {
	const secure = publicUrl.startsWith("https:");
	const name = secure ? `__Host-${plainName}` : plainName;
	const set = (c: Context, value: string, maxAge: number) =>
		setCookie(c, name, value, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge });
	return {
		read(c: Context): string | undefined {
			const value = getCookie(c, name);
			return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
		},
		set: (c: Context, key: string) => set(c, key, maximumAgeSeconds),
		drop: (c: Context) => set(c, "", 0),
	};
}
