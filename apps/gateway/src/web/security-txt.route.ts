import type { Clock } from "@cardseal/platform";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Config } from "../config.ts";

const path = "/.well-known/security.txt";

/** RFC 9116 §2.5.5 advises less than a year. */
const validMs = 30 * 86_400_000;

interface SecurityTxtOptions {
	security: Config["security"];
	publicUrl: string;
	clock: Clock;
}

/** Tells researchers an address (RFC 9116). Without a contact there is no such file. */
export function securityTxtRoute(app: OpenAPIHono<GatewayEnv>, { security, publicUrl, clock }: SecurityTxtOptions) {
	if (security === undefined) return;
	const { contacts, languages, policyUrl } = security;
	app.get(path, (context) => {
		const lines = [
			...contacts.map((contact) => `Contact: ${contact}`),
			`Expires: ${new Date(clock.now() + validMs).toISOString()}`,
			...(languages.length === 0 ? [] : [`Preferred-Languages: ${languages.join(", ")}`]),
			`Canonical: ${publicUrl}${path}`,
			...(policyUrl === undefined ? [] : [`Policy: ${policyUrl}`]),
		];
		return context.text(`${lines.join("\n")}\n`);
	});
}
