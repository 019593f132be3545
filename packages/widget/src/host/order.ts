import type { NextAction } from "../wire/messages.ts";

export interface Order {
	ok: boolean;
	status: number;
	body?: { message?: unknown; next_action?: NextAction | null } | null | undefined;
}

/**
 * Posts JSON, without files. Repeated names become arrays. Shows a page after a redirect.
 *
 * @param own fields that replace the form's
 */
export async function postOrder(
	address: string,
	form: Iterable<[string, FormDataEntryValue]>,
	own: object,
): Promise<Order> {
	const fields: Record<string, unknown> = Object.create(null);
	for (const [name, value] of form) {
		if (typeof value === "string") fields[name] = name in fields ? [fields[name], value].flat() : value;
	}
	const response = await fetch(address, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ ...fields, ...own }),
	}).catch(() => Response.error());
	const { ok, status, redirected, url } = response;
	const body = await response.json().catch(() => {});
	if (redirected && !body) location.assign(url);
	return { ok, status, body };
}
