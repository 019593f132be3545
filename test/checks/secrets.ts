import { type ProjectFile, readProjectFiles } from "./project-files.ts";
import { type Check, runChecks, type Step } from "./step.ts";

/** Forms that secrets have; a match in a committed file is one leaked, or one that looks like it. */
const forms: readonly { name: string; pattern: RegExp }[] = [
	{ name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
	// An encoding of 32 bytes has 43 characters of base62; examples in documents stay shorter.
	{ name: "a secret of this gateway", pattern: /\bsk(?:live|test)_?[0-9A-Za-z]{40,}/ },
	{ name: "an access token", pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/ },
	{ name: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
	{ name: "a GitHub token", pattern: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_\w{40,})/ },
	{ name: "an npm token", pattern: /\bnpm_[0-9A-Za-z]{36}\b/ },
];

/** No secret in any file of the repository (PCI DSS 8.6.2). */
export const secrets: Step = {
	name: "secrets",
	title: "secrets in files of the repository",
	run: async () => {
		const found = (await readProjectFiles()).flatMap(findSecrets);
		return await runChecks(
			forms.map(
				({ name }): Check => ({
					name: `P-34 no file holds ${name}`,
					problem: () => found.filter(({ form }) => form === name).map(({ place }) => place),
				}),
			),
		);
	},
};

/**
 * Finds lines that hold a secret, or what looks like one.
 *
 * @returns the form's name, and the place as `file:line`; never the secret, since this is printed in public logs
 */
export function findSecrets({ path, text }: ProjectFile): { form: string; place: string }[] {
	return text
		.split("\n")
		.flatMap((line, index) =>
			forms
				.filter(({ pattern }) => pattern.test(line))
				.map(({ name }) => ({ form: name, place: `${path}:${index + 1}` })),
		);
}
