import { type Scope, scopes, services } from "@cardseal/merchants";
import type { Partner } from "../clients/client.ts";
import { isCodeChallenge } from "../token/pkce.ts";
import { readScopes } from "../token/token-request.ts";

export interface AuthorizationRequest {
	/** Returned unchanged. */
	state: string | undefined;
	scopes: Scope[];
	/** RFC 7636, S256. */
	codeChallenge: string | undefined;
}

/** RFC 6749 §4.1.2.1. */
export interface AuthorizationRefusal {
	error: "invalid_request" | "unsupported_response_type" | "invalid_scope" | "access_denied";
	description: string;
}

const refusals = {
	repeated: { error: "invalid_request", description: "Send each parameter once." },
	state: { error: "invalid_request", description: "Send a state of at most 2048 bytes, in UTF-8." },
	noResponseType: { error: "invalid_request", description: "Send response_type=code." },
	responseType: { error: "unsupported_response_type", description: "Use response_type=code." },
	scope: { error: "invalid_scope", description: `Request some of these scopes: ${scopes.join(" ")}.` },
	method: { error: "invalid_request", description: "Send code_challenge_method=S256 with the code_challenge." },
	challenge: { error: "invalid_request", description: "A code_challenge is 43 characters of base64url (S256)." },
	noChallenge: { error: "invalid_request", description: "This partner must send a code_challenge (PKCE, S256)." },
} satisfies Record<string, AuthorizationRefusal>;

const maximumStateBytes = 2_048;

/** Rejects U+FFFD (invalid UTF-8 cannot round-trip) and NUL (PostgreSQL cannot store it). */
const unstorable = /[\uFFFD\0]/;

/** Unknown parameters are ignored (RFC 6749 §3.1). */
const parameters = ["response_type", "state", "scope", "code_challenge", "code_challenge_method"] as const;

type Parameters = Partial<Record<(typeof parameters)[number], string>>;

export type ReadAuthorization =
	| { request: AuthorizationRequest }
	/** Excludes an invalid state. */
	| { refusal: AuthorizationRefusal; state: string | undefined };

export function readAuthorization(partner: Pick<Partner, "requiresPkce">, query: URLSearchParams): ReadAuthorization {
	const [state, ...furtherStates] = valuesOf(query, "state");
	if (furtherStates.length > 0) return { refusal: refusals.repeated, state: undefined };
	if (state !== undefined && !canBeGivenBack(state)) return { refusal: refusals.state, state: undefined };
	if (parameters.some((name) => valuesOf(query, name).length > 1)) return { refusal: refusals.repeated, state };
	const given: Parameters = Object.fromEntries(parameters.map((name) => [name, valuesOf(query, name)[0]]));
	const refusal = responseTypeProblem(given) ?? challengeProblem(partner, given);
	if (refusal !== undefined) return { refusal, state };
	const asked = readScopes(given.scope, services);
	if (asked === undefined) return { refusal: refusals.scope, state };
	return { request: { state, scopes: asked, codeChallenge: given.code_challenge } };
}

/** An empty parameter counts as absent. */
function valuesOf(query: URLSearchParams, name: string): string[] {
	return query.getAll(name).filter((value) => value !== "");
}

function canBeGivenBack(state: string): boolean {
	return Buffer.byteLength(state) <= maximumStateBytes && !unstorable.test(state);
}

function responseTypeProblem({ response_type }: Parameters): AuthorizationRefusal | undefined {
	if (response_type === undefined) return refusals.noResponseType;
	return response_type === "code" ? undefined : refusals.responseType;
}

/** A missing method means `plain` (RFC 7636 §4.3), which exposes the verifier. */
function challengeProblem(
	{ requiresPkce }: Pick<Partner, "requiresPkce">,
	{ code_challenge, code_challenge_method }: Parameters,
): AuthorizationRefusal | undefined {
	if (code_challenge === undefined) {
		if (code_challenge_method !== undefined) return refusals.challenge;
		return requiresPkce ? refusals.noChallenge : undefined;
	}
	if (code_challenge_method !== "S256") return refusals.method;
	return isCodeChallenge(code_challenge) ? undefined : refusals.challenge;
}
