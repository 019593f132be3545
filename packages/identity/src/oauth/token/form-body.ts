import { readFormFields, requireMediaType } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { oauthProblem } from "../oauth-problem.ts";

/**
 * Ignores empty parameters (RFC 6749 §3.2).
 * @throws Problem 400 `invalid_request`
 */
export async function readForm(context: Context<GatewayEnv>): Promise<Map<string, string>> {
	if (isBare(context)) return new Map();
	try {
		requireMediaType(context, "application/x-www-form-urlencoded");
	} catch {
		throw oauthProblem("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
	}
	return parametersOf(await readFormFields(context));
}

function isBare({ req }: Context<GatewayEnv>): boolean {
	const length = req.header("Content-Length") ?? "0";
	return length === "0" && req.header("Transfer-Encoding") === undefined && req.header("Content-Type") === undefined;
}

/** @throws Problem 400 `invalid_request` for a repeated parameter */
export function parametersOf(pairs: URLSearchParams): Map<string, string> {
	const parameters = new Map<string, string>();
	for (const [name, value] of pairs) {
		if (value === "") continue;
		if (parameters.has(name)) throw oauthProblem("invalid_request", "Send each parameter once.");
		parameters.set(name, value);
	}
	return parameters;
}
