import { evaluate, type TimeSeries } from "./promql.ts";
import { minutesOf, type Rule } from "./rules.ts";

/** The samples of one scrape. */
export type Scrape = { name: string; labels: Record<string, string>; value: number }[];

/** The last minute before the fault; `rate` looks back for five. */
export const lastQuietMinute = 6;
/** The fault lasts longer than each alert waits. */
export const lastMinute = 30;

/**
 * Makes half an hour of scrapes of two: the first holds until the fault, the second is a minute later. Then gauges stay, and
 * counters increase by as much each minute: the fault lasts.
 */
export function timelineOf(before: Scrape, after: Scrape): TimeSeries[] {
	const quiet = new Map(before.map((sample) => [keyOf(sample), sample]));
	const faulty = new Map(after.map((sample) => [keyOf(sample), sample]));
	return [...new Map([...quiet, ...faulty])].map(([key, { name, labels }]) => {
		const first = quiet.get(key)?.value;
		const second = faulty.get(key)?.value;
		const values = Array.from({ length: lastMinute + 1 }, (_, minute) => {
			if (minute <= lastQuietMinute) return first;
			if (second === undefined || !isCounter(name)) return second;
			return second + (minute - lastQuietMinute - 1) * (second - (first ?? 0));
		});
		return { name, labels, values };
	});
}

export interface Firing {
	alert: string;
	labels: Record<string, string>;
}

/** Returns the alerts that fire at a minute. */
export function firingAt(rules: readonly Rule[], timeline: readonly TimeSeries[], minute: number): Firing[] {
	return rules.flatMap((rule) => {
		const found = evaluate(rule.expr, timeline, minute);
		const earlier = Array.from({ length: minutesOf(rule) }, (_, ago) => minute - ago - 1);
		const before = earlier.map((at) => new Set(evaluate(rule.expr, timeline, at).map(({ labels }) => text(labels))));
		const lasting = found.filter(({ labels }) => before.every((one) => one.has(text(labels))));
		return lasting.map(({ labels }) => ({ alert: rule.alert, labels }));
	});
}

/** Reads a scrape in Prometheus' text form, and adds the target's labels as Prometheus does. */
export function parseScrape(body: string, target: Record<string, string>): Scrape {
	return body.split("\n").flatMap((line) => {
		const [, name, labelsText = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
		if (name === undefined) return [];
		const pairs = labelsText.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
		const labels = Object.fromEntries(Array.from(pairs, ([, label, content]) => [label, content]));
		for (const label of Object.keys(target)) {
			if (label in labels) throw new Error(`${name} has the label ${label}, which Prometheus would rename.`);
		}
		return [{ name, labels: { ...labels, ...target }, value: Number(value) }];
	});
}

function isCounter(name: string): boolean {
	return /_(?:total|count|sum|bucket)$/.test(name);
}

function keyOf({ name, labels }: Scrape[number]): string {
	return `${name} ${text(labels)}`;
}

function text(labels: Record<string, string>): string {
	return JSON.stringify(Object.entries(labels).toSorted());
}
