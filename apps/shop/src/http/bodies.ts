import type { Context } from "hono";

/** The body as a form; empty when it is not one, or does not say that it is. */
export async function readForm(c: Context): Promise<URLSearchParams> {
	const isForm = mediaType(c) === "application/x-www-form-urlencoded";
	return new URLSearchParams(isForm ? await c.req.text().catch(() => "") : "");
}

/** The body as JSON; `undefined` when it is not, or does not say that it is. */
export async function readJson(c: Context): Promise<unknown> {
	return mediaType(c) === "application/json" ? c.req.json().catch(() => undefined) : undefined;
}

/** What the body says it is, without parameters. */
function mediaType(c: Context): string | undefined {
	return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
}
