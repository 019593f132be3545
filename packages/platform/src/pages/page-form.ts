import type { Context } from "hono";
import { isSameSecret } from "../constant-time.ts";
import { readFormFields, requireMediaType } from "../http/body/read-body.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { requireSameOrigin } from "../http/same-origin.ts";
import { Problem } from "../problem.ts";
import { csrfTokenOf } from "./csrf.ts";
import { readFormCookie } from "./form-cookie.ts";

const csrfField = "csrf_token";

export interface PageFormOptions {
	publicUrl: string;
	/** Default: the cookie's token for forms without a session. */
	csrfToken?: string;
}

/**
 * An empty field counts as absent (rule X-24).
 *
 * @throws Problem 403 for a form from another site or without its token; 400, 413, 415
 */
export async function readPageForm(
	context: Context<GatewayEnv>,
	{ publicUrl, csrfToken }: PageFormOptions,
): Promise<Map<string, string>> {
	requireSameOrigin(context, publicUrl);
	requireMediaType(context, "application/x-www-form-urlencoded");
	const fields = fieldsOf(await readFormFields(context));
	const expected = csrfToken ?? tokenOfFormCookie(context);
	if (isSameSecret(fields.get(csrfField) ?? "", expected)) return fields;
	throw new Problem("page_expired", "This page was open for too long. Refresh it and try again.");
}

function tokenOfFormCookie(context: Context<GatewayEnv>): string {
	const secret = readFormCookie(context);
	if (secret !== undefined) return csrfTokenOf(secret);
	const advice = "Allow cookies for this site, and open it over https or, on the same machine, as localhost.";
	throw new Problem("cookie_missing", `Your browser did not send the cookie of this page. ${advice}`);
}

function fieldsOf(pairs: URLSearchParams): Map<string, string> {
	const fields = new Map<string, string>();
	for (const [name, value] of pairs) {
		if (value === "") continue;
		if (fields.has(name)) throw new Problem("duplicate_key", "The form has a field twice. Refresh the page.");
		fields.set(name, value);
	}
	return fields;
}
