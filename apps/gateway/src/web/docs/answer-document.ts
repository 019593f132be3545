import { hash } from "node:crypto";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { answerZipped } from "../assets/answer-zipped.ts";

export interface StaticDocument {
	body: string;
	contentType: string;
	/** Weak, because the compressed body has the same (RFC 9110 §8.8.3). */
	entityTag: string;
}

export function staticDocument(contentType: string, body: string): StaticDocument {
	return { body, contentType, entityTag: `W/"${hash("sha256", body).slice(0, 32)}"` };
}

export function answerDocument(context: Context<GatewayEnv>, document: StaticDocument): Response {
	context.header("ETag", document.entityTag);
	// The client asks each time whether its copy is current.
	context.header("Cache-Control", "no-cache");
	if (hasDocument(context.req.header("If-None-Match"), document)) {
		context.header("Vary", "Accept-Encoding", { append: true });
		return context.body(null, 304);
	}
	context.header("Content-Type", document.contentType);
	return answerZipped(context, document);
}

function hasDocument(known: string | undefined, { entityTag }: StaticDocument): boolean {
	const tags = (known ?? "").split(",").map((tag) => tag.trim().replace(/^(?!W\/|\*)/, "W/"));
	return tags.includes("*") || tags.includes(entityTag);
}
