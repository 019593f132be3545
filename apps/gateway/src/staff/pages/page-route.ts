import { z } from "@hono/zod-openapi";

const pageContent = { "text/html": { schema: z.string() } };

/** What the descriptions of all pages have in common. */
export const page = {
	shown: { description: "The page", content: pageContent },
	redirected: { description: "To the next page", headers: { Location: { schema: { type: "string" as const } } } },
	refused: { description: "The page again, with what was wrong", content: pageContent },
	signedOut: { description: "The session has ended meanwhile", content: pageContent },
	fromElsewhere: {
		description: "The form came from another site, or its page was open for too long",
		content: pageContent,
	},
	tooMany: { description: "Too many wrong attempts from one network", content: pageContent },
};

export const tags = ["Web application"];

/** The fields that every form has. */
const formFields = {
	csrf_token: z.string().openapi({ description: "As the form was shown with it" }),
};

/** Where to go after signing in. */
export const nextQuery = z.object({
	next: z
		.string("Send next once.")
		.optional()
		.openapi({ description: "Where to go afterwards: a path of ours", example: "/app" }),
});

/** The body of a form, for its description: `readPageForm` reads it. */
export function formBody<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object({ ...formFields, ...shape });
	return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}
