import type { MiddlewareHandler } from "hono";
import type { Sealing } from "../pages/card-part.ts";

/**
 * The headers of every answer. Pages may run the shop's own scripts and the gateway's two, and frame the gateway's card
 * form; nothing else: no inline script or style, no frame around them, and no string turned into code or markup (Trusted Types).
 */
export function securityHeaders({ library, widget }: Sealing, publicUrl: string): MiddlewareHandler {
	const headers = {
		"Content-Security-Policy": [
			"default-src 'none'",
			`script-src 'self' ${library.url} ${widget.url}`,
			"style-src 'self'",
			"img-src 'self'",
			"connect-src 'self'",
			`frame-src ${new URL(widget.url).origin}`,
			"form-action 'self'",
			"frame-ancestors 'none'",
			"base-uri 'none'",
			"require-trusted-types-for 'script'",
		].join("; "),
		"X-Content-Type-Options": "nosniff",
		// An order's address opens the order: it must not travel to other sites.
		"Referrer-Policy": "no-referrer",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		...(publicUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
	};
	return async (c, next) => {
		await next();
		for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
		// Orders and checkouts are personal; only what is addressed by its hash may be kept.
		if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
	};
}
