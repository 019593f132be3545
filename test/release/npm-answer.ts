import { z } from "zod";

/** The result of a check of the installed packages, or the reason why it failed. */
export type Verdict = { checked: true; problems: string[] } | { checked: false; why: string };

const errorSchema = z.object({ message: z.string().optional(), error: z.object({ summary: z.string() }).optional() });

/** Parses what npm printed with `--json`; `undefined` if that is no JSON. */
export function parseAnswer(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Returns the verdict for an answer that has no result. */
export function notChecked(text: string): Verdict {
	const { data } = errorSchema.safeParse(parseAnswer(text));
	return { checked: false, why: data?.message || data?.error?.summary || text.trim() || "npm wrote nothing" };
}
