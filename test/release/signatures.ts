import { z } from "zod";
import { run } from "../run/command.ts";
import { notChecked, parseAnswer, type Verdict } from "./npm-answer.ts";

const packageSchema = z.object({ name: z.string(), version: z.string() });

const reportSchema = z.object({ invalid: z.array(packageSchema), missing: z.array(packageSchema) });

/**
 * Compares the installed packages with the signatures of npm's registry, by keys that Sigstore distributes.
 *
 * @param folder with node_modules
 */
export async function checkSignatures(folder: string): Promise<Verdict> {
	const { stdout } = await run("npm", ["audit", "signatures", "--json"], { directory: folder, timeoutSeconds: 300 });
	return judgeSignatures(stdout);
}

/** @param text answer of `npm audit signatures --json` */
export function judgeSignatures(text: string): Verdict {
	const report = reportSchema.safeParse(parseAnswer(text));
	if (!report.success) return notChecked(text);
	const { invalid, missing } = report.data;
	return {
		checked: true,
		problems: [
			...invalid.map(({ name, version }) => `${name}@${version} has a wrong signature: it may have been changed.`),
			...missing.map(({ name, version }) => `${name}@${version} has no signature.`),
		],
	};
}
