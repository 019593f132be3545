import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root, run } from "../run/command.ts";
import { notChecked, parseAnswer, type Verdict } from "./npm-answer.ts";

/** A longer exception is no longer an exception. */
const longestDays = 90;

const dayMs = 86_400_000;

const allowedSchema = z.array(
	z.strictObject({
		package: z.string().min(1),
		/** Such as `GHSA-xxxx-xxxx-xxxx`. */
		advisory: z.string().min(1),
		reason: z.string().min(20),
		expires: z.iso.date(),
	}),
);

/** An advisory that does not fail the gate until the end of its date, in UTC. */
export type Allowed = z.infer<typeof allowedSchema>[number];

interface Advisory {
	package: string;
	advisory: string;
	title: string;
}

// Only what is read. In `via`, a text names another vulnerable package of the report.
const reportSchema = z.object({
	auditReportVersion: z.literal(2),
	vulnerabilities: z.record(
		z.string(),
		z.object({
			via: z.array(z.union([z.string(), z.object({ name: z.string(), title: z.string(), url: z.string() })])),
		}),
	),
});

/** @throws ZodError when the list has another form */
export function readAllowed(file = join(root, "test/release/allowed-vulnerabilities.json")): Allowed[] {
	return allowedSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Finds entries that have expired, or expire too late. */
export function problemsOfAllowed(allowed: Allowed[], now: Date): string[] {
	return allowed.flatMap(({ package: name, advisory, expires }) => {
		const endMs = Date.parse(expires) + dayMs;
		const what = `allowed-vulnerabilities.json: ${name}, ${advisory}`;
		if (endMs <= now.getTime()) return [`${what} expired on ${expires}: review it again.`];
		if (endMs > now.getTime() + (longestDays + 1) * dayMs)
			return [`${what} expires later than in ${longestDays} days.`];
		return [];
	});
}

/**
 * Asks npm's registry for known vulnerabilities of the packages that production needs, by the lock file.
 *
 * @param folder with package.json and package-lock.json; nothing needs to be installed
 * @param registry another one than npm is set to
 */
export async function findVulnerabilities(folder: string, allowed: Allowed[], registry?: string): Promise<Verdict> {
	const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=20000"];
	const place = registry === undefined ? [] : [`--registry=${registry}`];
	const { stdout, output } = await run(
		"npm",
		["audit", "--omit=dev", "--json", "--package-lock-only", ...patience, ...place],
		{ directory: folder, timeoutSeconds: 120 },
	);
	return judgeReport(stdout === "" ? output : stdout, allowed);
}

/** @param text answer of `npm audit --json`, or what it wrote instead */
function judgeReport(text: string, allowed: Allowed[]): Verdict {
	const report = reportSchema.safeParse(parseAnswer(text));
	if (!report.success) return notChecked(text);
	const others = advisoriesIn(report.data).filter((one) => !allowed.some((entry) => isSame(entry, one)));
	return { checked: true, problems: others.map((one) => `${one.package}: ${one.advisory}, ${one.title}`) };
}

function advisoriesIn({ vulnerabilities }: z.infer<typeof reportSchema>): Advisory[] {
	const found = Object.values(vulnerabilities)
		.flatMap(({ via }) => via)
		.filter((cause) => typeof cause !== "string")
		.map(({ name, title, url }) => ({ package: name, title, advisory: url.slice(url.lastIndexOf("/") + 1) }));
	return [...new Map(found.map((one) => [`${one.package} ${one.advisory}`, one])).values()];
}

function isSame(entry: Allowed, found: Advisory): boolean {
	return entry.package === found.package && entry.advisory === found.advisory;
}
