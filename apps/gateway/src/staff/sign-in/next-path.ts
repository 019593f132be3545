import type { StaffSession } from "../sessions/sessions.ts";

/** Where somebody goes who has signed in and wanted nothing else. */
export const homePath = "/app";

/** The places that ask for a sign-in, and so the only ones it leads back to. */
const leadsBack = /^\/(?:app|oauth\/authorize)(?:[/?]|$)/;
/** Those that are part of signing in: after it they lead in circles. */
const leadsRound =
	/^\/app\/(?:sign-in|sign-out|second-factor|enrol|forgot-password|reset-password|invitation|api)(?:[/?]|$)/;

/** Longer than any address of ours with a partner's `state` in it. */
const maximumCharacters = 8_192;

/**
 * Where to go after signing in: what the address asked for, as long as it is a place of ours, and else the home page. The
 * text is taken apart as a browser does it, since "/\\evil.example" and "/%2e%2e//evil.example" are no paths to one (rule
 *
 */
export function nextPath(wanted: string | undefined): string {
	if (wanted === undefined || wanted.length > maximumCharacters) return homePath;
	// A browser drops tabs and line breaks, and reads a backslash as a slash: no address of ours has one.
	if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return homePath;
	const base = "http://cardseal.invalid";
	if (!URL.canParse(wanted, base)) return homePath;
	const url = new URL(wanted, base);
	if (url.origin !== base) return homePath;
	const path = `${url.pathname}${url.search}`;
	return leadsBack.test(path) && !leadsRound.test(path) ? path : homePath;
}

/** The page of the next step of a sign-in. */
export function signInStepPath(session: Pick<StaffSession, "missing"> | undefined): string {
	if (session?.missing === "second_factor") return "/app/second-factor";
	if (session?.missing === "enrolment") return "/app/enrol";
	return "/app/sign-in";
}

/** `path?next=…`, or the path alone where nothing else was wanted. */
export function pathWithNext(path: string, next: string | undefined): string {
	return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Where a session goes from a page of the sign-in: to what was wanted, or to the step that is still missing. */
export function afterSignIn(session: Pick<StaffSession, "missing"> | undefined, wanted: string | undefined): string {
	const next = nextPath(wanted);
	if (session !== undefined && session.missing === undefined) return next;
	return pathWithNext(signInStepPath(session), next === homePath ? undefined : next);
}
