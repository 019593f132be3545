import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../run/command.ts";

/** An alert of Prometheus. */
export interface Rule {
	alert: string;
	expr: string;
	/** Such as `5m`: minutes for which the expression has to hold. */
	for?: string;
	labels: { severity: string };
	annotations: { summary: string; runbook: string };
}

export const rulesFile = join(root, "deploy/prometheus/alerts.yaml");

export function readRules(): Rule[] {
	const { groups } = parse(readFileSync(rulesFile, "utf8")) as { groups: { rules: Rule[] }[] };
	return groups.flatMap(({ rules }) => rules);
}

export function minutesOf({ for: duration = "0m" }: Rule): number {
	const [, minutes] = /^(\d+)m$/.exec(duration) ?? [];
	if (minutes === undefined) throw new Error(`${duration} is no whole number of minutes.`);
	return Number(minutes);
}
