import { includesScope, type Service, services } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { isReading } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { MiddlewareHandler } from "hono";
import { secretPrefixes } from "../clients/client-secret.ts";
import type { AccessTokens, TokenAccess, TokenHolder } from "./access.ts";

const realm = 'Bearer realm="cardseal"';
/** Recognises a secret instead of a token. */
const secretPattern = new RegExp(`^(?:${Object.values(secretPrefixes).join("|")})`);
const bearerPattern = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** RFC 6750 §2.1: the header only. */
export function authenticate(accessTokens: AccessTokens): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const note = ({ clientId, merchant }: Pick<TokenHolder, "clientId" | "merchant">) =>
			context.set("requestClient", { clientId, merchantId: merchant.publicId });
		const access = await readAccess(accessTokens, context.req.header("Authorization"), note);
		note(access);
		context.set("tokenAccess", access);
		context.set("access", access);
		await next();
	};
}

/** Reads accept a token narrowed to `:read`. */
export function requireScope(service: Service): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const needed = isReading(context.req.method) ? (`${service}:read` as const) : service;
		if (!includesScope(context.get("access").scopes, needed)) {
			throw new Problem(
				"scope_missing",
				`This token does not have the scope "${needed}". Get a token with that scope, from a credential that has it.`,
				{
					headers: { "WWW-Authenticate": `${realm}, error="insufficient_scope", scope="${service}"` },
				},
			);
		}
		await next();
	};
}

/** Requires at least one service in full. */
export const requireAnyService: MiddlewareHandler<GatewayEnv> = async (context, next) => {
	const { scopes } = context.get("access");
	if (!services.some((service) => scopes.includes(service))) {
		throw new Problem(
			"scope_missing",
			'This token only reads. Use one that has a scope without ":read", such as "transaction".',
			{ headers: { "WWW-Authenticate": `${realm}, error="insufficient_scope"` } },
		);
	}
	await next();
};

async function readAccess(
	accessTokens: AccessTokens,
	header: string | undefined,
	onRefused: (holder: TokenHolder) => void,
): Promise<TokenAccess> {
	if (header === undefined || !/^Bearer +\S/i.test(header)) {
		throw new Problem("access_token_missing", "Send a bearer token: Authorization: Bearer <ACCESS_TOKEN>.", {
			headers: { "WWW-Authenticate": realm },
		});
	}
	const [, token] = bearerPattern.exec(header) ?? [];
	if (token === undefined) {
		throw new Problem("authorization_header_invalid", "Send one Authorization header with one bearer token.", {
			headers: { "WWW-Authenticate": `${realm}, error="invalid_request"` },
		});
	}
	const access = await accessTokens.read(token, onRefused);
	if (access !== undefined) return access;
	const message = secretPattern.test(token)
		? "This is a client secret, not an access token. Send it with its client_id to /oauth/token, then use the access_token of the response here."
		: "The access token is invalid or has expired. Get a new one from /oauth/token.";
	throw new Problem("access_token_invalid", message, {
		headers: { "WWW-Authenticate": `${realm}, error="invalid_token"` },
	});
}
