import { Problem, type ProblemOptions } from "@cardseal/platform";

/** RFC 6749 §5.2. */
export type OAuthErrorCode =
	| "invalid_request"
	| "invalid_client"
	| "invalid_grant"
	| "invalid_scope"
	| "unauthorized_client"
	| "unsupported_grant_type";

export function oauthProblem(error: OAuthErrorCode, message: string, options: ProblemOptions = {}): Problem {
	return new Problem(error, message, { ...options, oauthError: error });
}
