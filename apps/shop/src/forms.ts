import type { Context } from "hono";

/** Empty for another Content-Type. */
export async function readForm(c: Context): Promise<URLSearchParams> {
	return new URLSearchParams(hasType(c, "application/x-www-form-urlencoded") ? await c.req.text().catch(() => "") : "");
}

export async function readJson(c: Context): Promise<unknown> {
	return hasType(c, "application/json") ? c.req.json().catch(() => undefined) : undefined;
}

function hasType(c: Context, type: string): boolean {
	return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() === type;
}

/** The number of attempts or operations that the page knew of. */
export function readKnownCount(form: URLSearchParams): number | undefined {
	const text = form.get("known_count") ?? "";
	return /^[0-9]{1,4}$/.test(text) ? Number(text) : undefined;
}
