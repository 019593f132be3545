import { dictionary } from "@zxcvbn-ts/language-common";

/** PCI DSS 8.3.6. */
const shortestPassword = 12;
/** Longer ones add no security and take long to hash. */
export const longestPassword = 128;

export const passwordHint = `At least ${shortestPassword} characters, with letters and digits.`;

export const refusals = {
	short: `Use at least ${shortestPassword} characters.`,
	long: `Use at most ${longestPassword} characters.`,
	plain: "Use letters and digits.",
	common:
		"This password is on lists that attackers try first. Choose another one, such as four random words and a number.",
	own: "Use a password without your name or email address.",
};

/** Found most often in breaches, in lower case. */
const common = new Set(dictionary["passwords-common"].map(String));

/** Shorter parts of names occur in many words. */
const shortestOwnPart = 4;

export interface PasswordOwner {
	email: string;
	name: string;
}

/** `undefined` when the password is accepted. */
export function passwordProblem(password: string, owner: PasswordOwner): string | undefined {
	const length = [...password].length;
	if (length < shortestPassword) return refusals.short;
	if (password.length > longestPassword) return refusals.long;
	if (!/\p{L}/u.test(password) || !/\p{Nd}/u.test(password)) return refusals.plain;
	if (isCommon(password)) return refusals.common;
	return isMadeOf(owner, password) ? refusals.own : undefined;
}

/** Ignores digits and punctuation around a word. */
function isCommon(password: string): boolean {
	const text = password.toLowerCase();
	return common.has(text) || common.has(text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
}

function isMadeOf({ email, name }: PasswordOwner, password: string): boolean {
	const [mailbox = ""] = email.split("@");
	const parts = [mailbox, ...name.split(/\s+/)].filter((part) => part.length >= shortestOwnPart);
	return parts.some((part) => password.toLowerCase().includes(part.toLowerCase()));
}
