/** A mail's HTML as a reader sees it, for comparing it with the mail's plain text. */
export function visibleText(html: string): string {
	const [, body = ""] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
	const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
	return body.replace(/<[^>]*>/g, " ").replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);
}

/** The elements of a mail, without what is written in them. */
export function elements(html: string): string[] {
	return html.match(/<[^>]*>/g) ?? [];
}
