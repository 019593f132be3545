import { lineUpTo } from "@cardseal/platform";
import { authenticationStatuses } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";

const text = (advice: string, pattern: RegExp) => z.string(advice).regex(pattern, advice);

const pixels = z.int("Send a whole number of pixels.").min(0).max(999_999);

export const browserSchema = z
	.object({
		accept_header: text("Send the browser's Accept header.", /^[\x20-\x7E]{1,2048}$/),
		user_agent: text("Send the browser's User-Agent header.", /^[\x20-\x7E]{1,2048}$/),
		language: text("Send navigator.language, such as en-CA.", /^[A-Za-z0-9-]{1,35}$/),
		color_depth: z
			.int()
			.refine((bits) => [1, 4, 8, 15, 16, 24, 30, 32, 48].includes(bits), "Send screen.colorDepth, such as 24.")
			.openapi({ description: "`screen.colorDepth`" }),
		screen_width: pixels,
		screen_height: pixels,
		time_zone_offset: z
			.int()
			.min(-840)
			.max(840)
			.openapi({ description: "`new Date().getTimezoneOffset()`: minutes from local time to UTC" }),
		java_enabled: z.boolean("Send true or false.").default(false),
	})
	.openapi("Browser");

const givenSchema = z
	.object({
		version: text("Send the version, such as 2.2.0.", /^2\.\d\.\d$/),
		eci: text("Send the two digits of the ECI, such as 05.", /^0\d$/),
		status: z.enum(authenticationStatuses, `Send one of ${authenticationStatuses.join(", ")}.`),
		cavv: text("Send the cavv as Base64 of 20 bytes.", /^[A-Za-z0-9+/]{27}=$/)
			.nullable()
			.optional(),
		ds_transaction_id: z.uuid("Send the directory server's id, a UUID.").nullable().optional(),
		server_transaction_id: z
			.uuid("Send the 3-D Secure server's id, a UUID.")
			.nullable()
			.optional()
			.openapi({ description: "`threeDSServerTransID`. Moneris needs it" }),
	})
	.superRefine(({ status, cavv }, context) => {
		if ((status !== "Y" && status !== "A") || (cavv ?? null) !== null) return;
		const message = "cavv is required for status Y and A.";
		context.addIssue({ code: "custom", path: ["cavv"], message, params: { reason: "field_required" } });
	})
	.openapi("ThreeDSecureResult");

const threeDSecureModes = ["auto", "always", "never"] as const;

const modeAdvice = `Send ${threeDSecureModes.join(", ")}, or the result of your own authentication.`;

export const authenticationFields = {
	three_d_secure: z
		.union([z.enum(threeDSecureModes), givenSchema], modeAdvice)
		.optional()
		.openapi({
			description:
				"Whether the bank authenticates the payer: `auto` when it asks to, `always`, `never`; or the result of your own " +
				"authentication, which is not stored. Default: your setting",
		}),
	browser: browserSchema.nullable().optional().openapi({
		description: "The payer's browser, for 3-D Secure. The card form sends it for you. It is not stored",
	}),
	return_url: lineUpTo(1_000)
		.nullable()
		.optional()
		.openapi({
			description:
				"Your page that the payer returns to after authenticating in a whole window; on a registered origin. " +
				"`transaction_id` is added to its query",
			example: "https://shop.example/orders/17",
		}),
};

export type GivenThreeDSecure = z.infer<typeof givenSchema>;

export type BrowserFields = z.infer<typeof browserSchema>;
