import type { ProjectFile } from "../run/project-files.ts";

export const secretForms: readonly { name: string; pattern: RegExp }[] = [
	{ name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
	// 32 bytes have 43 characters in base62. Examples in documents are shorter.
	{ name: "a secret of this gateway", pattern: /\bsk(?:live|test)_?[0-9A-Za-z]{40,}/ },
	{ name: "an access token", pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/ },
	{ name: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
	{ name: "a GitHub token", pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_\w{40,})/ },
	{ name: "an npm token", pattern: /\bnpm_[0-9A-Za-z]{36}\b/ },
];

/**
 * Finds lines that hold something in the form of a secret.
 *
 * @returns form and place (`file:line`), never the secret: the output is public
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
