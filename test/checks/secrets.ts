import type { ProjectFile } from "./project-files.ts";

/** Forms that secrets have; a match in a committed file is one leaked, or one that looks like it. */
export const secretForms: readonly { name: string; pattern: RegExp }[] = [
	{ name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
	// An encoding of 32 bytes has 43 characters of base62; examples in documents stay shorter.
	{ name: "a secret of this gateway", pattern: /\bsk(?:live|test)_?[0-9A-Za-z]{40,}/ },
	{ name: "an access token", pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/ },
	{ name: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
	{ name: "a GitHub token", pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_\w{40,})/ },
	{ name: "an npm token", pattern: /\bnpm_[0-9A-Za-z]{36}\b/ },
];

/**
 * Finds lines that hold a secret, or what looks like one.
 *
 * @returns the form's name, and the place as `file:line`; never the secret, since this is printed in public logs
 */
export function findSecrets({ path, text }: ProjectFile): { form: string; place: string }[] {
	return text
		.split("\n")
		.flatMap((line, index) =>
			secretForms
				.filter(({ pattern }) => pattern.test(line))
				.map(({ name }) => ({ form: name, place: `${path}:${index + 1}` })),
		);
}
