import { z } from "@hono/zod-openapi";

/** Even an empty card field contradicts a token (rule B-05). */
const judgedFields = new Set([
	"token",
	"payment_token",
	"card_number",
	"card_expiry_month",
	"card_expiry_year",
	"cvv2",
]);

function isEmpty(value: unknown): boolean {
	return value === null || value === "";
}

export function withoutEmptyFields(body: object): object {
	const entries = Object.entries(body);
	const given = entries.filter(([name, value]) => !isEmpty(value) || judgedFields.has(name));
	return given.length === entries.length ? body : Object.fromEntries(given);
}

/** `null` and `""` clear a nullable field only. */
export function changesOf<Schema extends z.ZodObject>(schema: Schema) {
	const clearable = new Set(Object.keys(schema.shape).filter((name) => isClearable(schema.shape[name])));
	return z.preprocess((body) => {
		if (typeof body !== "object" || body === null) return body;
		const fields = Object.entries(body).map(([name, value]): [string, unknown] => [
			name,
			isEmpty(value) ? null : value,
		]);
		return Object.fromEntries(fields.filter(([name, value]) => value !== null || clearable.has(name)));
	}, schema);
}

function isClearable(field: unknown): boolean {
	return field instanceof z.ZodType && field.safeParse(null).success;
}
