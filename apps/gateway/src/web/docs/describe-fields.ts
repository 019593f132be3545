import { fieldMeanings } from "./field-meanings.ts";

interface Described {
	description?: string;
	$ref?: string;
}

/** Describes every field and parameter: its own text, that of its object, or the meaning of its name. */
export function describeFields<Document extends object>(document: Document): Document {
	const schemas: Record<string, Described> =
		(document as { components?: { schemas?: Record<string, Described> } }).components?.schemas ?? {};

	function isDescribed(schema: Described): boolean {
		if (schema.description !== undefined) return true;
		return schema.$ref !== undefined && schemas[nameIn(schema.$ref)]?.description !== undefined;
	}

	/** @param owner the name of the object, where it has one */
	function copy(value: unknown, owner: string): unknown {
		if (Array.isArray(value)) return value.map((one) => copy(one, owner));
		if (!isRecord(value)) return value;
		const copied = Object.entries(value).map(([name, member]) => [name, copyMember(value, name, member, owner)]);
		return withMeaning(Object.fromEntries(copied));
	}

	function copyMember(parent: Record<string, unknown>, name: string, member: unknown, owner: string): unknown {
		if (name === "example" || name === "enum" || name === "const") return member;
		if (name === "schemas" && isRecord(member)) return mapValues(member, (schema, object) => copy(schema, object));
		if (name !== "properties" || !isRecord(member) || !isSchema(parent)) return copy(member, owner);
		return mapValues(member, (field, fieldName) => {
			const copied = copy(field, fieldName) as Described;
			const description = fieldMeanings[`${owner}.${fieldName}`] ?? fieldMeanings[fieldName];
			return isDescribed(copied) || description === undefined ? copied : { ...copied, description };
		});
	}

	return copy(document, "") as Document;
}

function withMeaning(value: Record<string, unknown>): Record<string, unknown> {
	const { in: place, name, schema, description } = value;
	const isParameter = typeof place === "string" && typeof name === "string" && isRecord(schema);
	if (!isParameter || description !== undefined || schema.description !== undefined) return value;
	const meaning = (place === "query" ? fieldMeanings[`?${name}`] : undefined) ?? fieldMeanings[name];
	return meaning === undefined ? value : { ...value, description: meaning };
}

/** A field may be called `properties` as well. */
function isSchema({ type, allOf, anyOf, oneOf }: Record<string, unknown>): boolean {
	return type !== undefined || allOf !== undefined || anyOf !== undefined || oneOf !== undefined;
}

function nameIn(reference: string): string {
	return reference.split("/").at(-1) ?? "";
}

function mapValues(record: Record<string, unknown>, change: (value: unknown, name: string) => unknown) {
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
