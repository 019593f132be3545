import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { TextMatch } from "../db/newest-first.ts";
import { lineUpTo } from "../text.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** Refuses unknown parameters, which may be filters. */
export function listQuery<Shape extends z.ZodRawShape>(shape: Shape) {
	const known = Object.keys(shape);
	return z.strictObject(shape, {
		error: ({ code, keys }) => (code === "unrecognized_keys" ? adviceFor(keys as string[], known) : undefined),
	});
}

const metadataParameter = /^metadata\[([A-Za-z0-9_.-]{1,40})\]$/;
const anyMetadataValue = lineUpTo(500);
const maximumMetadataFilters = 5;
const metadataAdvice = `Send metadata[key]=value, each key once, at most ${maximumMetadataFilters} of them.`;

const metadataQuery = z
	.never(metadataAdvice)
	.optional()
	.openapi({
		type: "object",
		additionalProperties: { type: "string" },
		param: { in: "query", name: "metadata", style: "deepObject", explode: true },
		description:
			"`metadata[key]=value`: only entries with this value of the key, ignoring case; of several, entries with all",
		example: { order: "1042" },
	});

export function listQueryWithMetadata<Shape extends z.ZodRawShape>(shape: Shape) {
	const known = [...Object.keys(shape), "metadata"];
	return z
		.object({ ...shape, metadata: metadataQuery })
		.catchall(z.unknown())
		.superRefine((query, context) => {
			const further = Object.entries(query).filter(([name]) => !known.includes(name));
			const unknown = further.map(([name]) => name).filter((name) => !name.startsWith("metadata["));
			if (unknown.length > 0) {
				const message = adviceFor(unknown, known);
				context.addIssue({ code: "unrecognized_keys", keys: unknown, input: query, message });
			}
			const filters = further.filter(([name]) => name.startsWith("metadata["));
			const isValid = ([name, value]: [string, unknown]) =>
				metadataParameter.test(name) && anyMetadataValue.safeParse(value).success;
			if (filters.length <= maximumMetadataFilters && filters.every(isValid)) return;
			context.addIssue({ code: "custom", path: ["metadata"], message: metadataAdvice });
		});
}

export function metadataIn(query: Record<string, unknown>): Record<string, string> | undefined {
	const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
		const key = metadataParameter.exec(name)?.[1];
		return key === undefined ? [] : [[key, String(value).normalize("NFC")]];
	});
	return given.length === 0 ? undefined : Object.fromEntries(given.sort());
}

/** Suggests transaction_status for status, for example. */
function adviceFor(unknown: string[], known: string[]): string {
	const meant = known.filter((name) => unknown.some((one) => name.endsWith(`_${one}`) || name.startsWith(`${one}_`)));
	return meant.length > 0 ? `Use ${meant.join(" or ")}.` : `It has ${known.join(", ")}.`;
}

export function anyCase<Word extends z.ZodType<string, string>>(word: Word) {
	return z.preprocess((text) => (typeof text === "string" ? text.toUpperCase() : text), word);
}

export const withoutEmptyQuery: MiddlewareHandler<GatewayEnv> = (context, next) => {
	const { method, headers, url } = context.req.raw;
	if (!/[?&][^=&]*=?(?:&|$)/.test(url) || (method !== "GET" && method !== "DELETE")) return next();
	const shorter = new URL(url);
	const given = shorter.search
		.slice(1)
		.split("&")
		.filter((pair) => !/^[^=]*=?$/.test(pair));
	shorter.search = given.join("&");
	context.req.raw = new Request(shorter, { method, headers });
	return next();
};

const dateAdvice = "Send a date as YYYY-MM-DD, such as 2026-11-21.";

/** Libraries read 30 February in different ways. */
export const dayQuery = z.iso
	.date(dateAdvice)
	.refine((day) => day >= "1970-01-01", dateAdvice)
	.openapi({ description: "A whole day in your time zone, inclusive", example: "2026-11-21" });

export const textMatchDescriptions: Record<TextMatch, string> = {
	whole: "Text filters compare whole texts, ignoring case.",
	part: "Text filters match any part of a text, ignoring case.",
};

export function commaList<const Word extends string>(words: readonly Word[]) {
	const advice = `Send one or more of ${words.join(", ")}, separated by commas.`;
	return z
		.string(advice)
		.transform((text, context) => {
			const parts = new Set(text.split(",").map((part) => part.trim().toLowerCase()));
			const known = words.filter((word) => parts.has(word.toLowerCase()));
			if (known.length === parts.size) return known;
			context.addIssue({ code: "custom", message: advice });
			return z.NEVER;
		})
		.openapi({ type: "string", example: words.slice(0, 2).join(",") });
}
