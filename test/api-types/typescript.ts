/** A JSON object of an OpenAPI 3.1 document: the members that this file reads are checked where they are read. */
type Node = Record<string, unknown>;

/** Keywords that narrow a value without changing its TypeScript type, or explain it. */
const annotations = new Set([
	"description",
	"default",
	"example",
	"format",
	"pattern",
	"minLength",
	"maxLength",
	"minimum",
	"maximum",
	"exclusiveMinimum",
	"minItems",
	"maxItems",
]);

const methods = ["get", "post", "put", "patch", "delete"];

/** Statuses that a caller reads as an answer; every other one is thrown as a problem. 402: a payment was declined. */
const answerStatus = /^(?:2\d\d|402)$/;

/**
 * Writes the TypeScript of an OpenAPI 3.1 document: `Schemas`, bodies by their names, and `Paths`, operations by path and
 * method. An operation has `path`, `query`, `header` and `body` where it takes them, and `answers` by status.
 *
 * @throws TypeError naming the place of anything unknown, so that no type silently becomes `unknown`
 */
export function writeTypes(document: unknown): string {
	const { components, paths } = nodeOf(document, "#");
	const schemas = nodeOf(nodeOf(components, "#/components").schemas, "#/components/schemas");
	const bodies = Object.entries(schemas).map(([name, schema]) => {
		const place = `#/components/schemas/${name}`;
		return `${commentOf(schema)}${name}: ${typeOf(schema, place, schemas)};`;
	});
	const operations = Object.entries(nodeOf(paths, "#/paths")).map(([path, item]) => {
		const place = `#/paths/${path}`;
		return `${JSON.stringify(path)}: ${pathType(nodeOf(item, place), place, schemas)};`;
	});
	return `export interface Schemas ${block(bodies)}\n\nexport interface Paths ${block(operations)}\n`;
}

function pathType(item: Node, place: string, schemas: Node): string {
	refuseOthers(item, methods, place);
	const operations = Object.entries(item).map(([method, operation]) => {
		const node = nodeOf(operation, `${place}/${method}`);
		return `${commentOf({ description: node.summary })}${method}: ${operationType(node, `${place}/${method}`, schemas)};`;
	});
	return block(operations);
}

function operationType(operation: Node, place: string, schemas: Node): string {
	refuseOthers(
		operation,
		[
			"tags",
			"operationId",
			"summary",
			"description",
			"security",
			"x-step-up",
			"parameters",
			"requestBody",
			"responses",
		],
		place,
	);
	const parameters = arrayOf(operation.parameters ?? [], `${place}/parameters`).map((parameter) =>
		nodeOf(parameter, place),
	);
	const members = ["path", "query", "header"].flatMap((kind) => parametersType(parameters, kind, place, schemas));
	refuse(
		parameters.find(({ in: kind }) => !["path", "query", "header"].includes(String(kind))),
		`${place}/parameters`,
	);
	if (operation.requestBody !== undefined) {
		const body = nodeOf(operation.requestBody, `${place}/requestBody`);
		const optional = body.required === true ? "" : "?";
		members.push(`body${optional}: ${contentType(body, `${place}/requestBody`, schemas)};`);
	}
	const answers = Object.entries(nodeOf(operation.responses, `${place}/responses`))
		.filter(([status]) => answerStatus.test(status))
		.map(([status, response]) => {
			const node = nodeOf(response, `${place}/responses/${status}`);
			return `${status}: ${contentType(node, `${place}/responses/${status}`, schemas)};`;
		});
	return block([...members, `answers: ${block(answers)};`]);
}

/** No member where an operation has no parameter of this kind; an optional member where none of them is required. */
function parametersType(parameters: Node[], kind: string, place: string, schemas: Node): string[] {
	const own = parameters.filter((parameter) => parameter.in === kind);
	if (own.length === 0) return [];
	const members = own.map(({ name, required, schema, description }) => {
		const type = typeOf(schema, `${place}/parameters/${name}`, schemas);
		return `${commentOf({ description })}${keyOf(String(name))}${required === true ? "" : "?"}: ${type};`;
	});
	const optional = own.some(({ required }) => required === true) ? "" : "?";
	return [`${kind}${optional}: ${block(members)};`];
}

/** The type of a body of JSON, CSV or a picture; `undefined` where a response has none. */
function contentType(holder: Node, place: string, schemas: Node): string {
	if (holder.content === undefined) return "undefined";
	const content = nodeOf(holder.content, `${place}/content`);
	const isPicture = (kind: string) => kind.startsWith("image/");
	refuseOthers(
		content,
		["application/json", "text/csv", ...Object.keys(content).filter(isPicture)],
		`${place}/content`,
	);
	const types = Object.entries(content).map(([kind, media]) => {
		if (isPicture(kind)) return "Blob";
		const { schema } = nodeOf(media, `${place}/content/${kind}`);
		return typeOf(schema, `${place}/content/${kind}/schema`, schemas);
	});
	return [...new Set(types)].join(" | ");
}

function typeOf(schema: unknown, place: string, schemas: Node): string {
	const node = nodeOf(schema, place);
	const keyword = Object.keys(node).find((key) => key in writers);
	const write = keyword === undefined ? undefined : writers[keyword];
	if (write === undefined) throw new TypeError(`${place} has no type.`);
	return write(node, place, schemas);
}

/** One for each keyword that decides a type. A schema has one of them; a second one is refused. */
const writers: Record<string, (node: Node, place: string, schemas: Node) => string> = {
	$ref(node, place, schemas) {
		refuseOthers(node, ["$ref", ...annotations], place);
		const name = /^#\/components\/schemas\/(\w+)$/.exec(String(node.$ref))?.[1] ?? "";
		if (!(name in schemas)) throw new TypeError(`${place} refers to ${node.$ref}, which is not there.`);
		return `Schemas["${name}"]`;
	},
	anyOf: (node, place, schemas) => combine(node, "anyOf", " | ", place, schemas),
	allOf: (node, place, schemas) => combine(node, "allOf", " & ", place, schemas),
	type(node, place, schemas) {
		const known = ["type", "enum", "items", "properties", "required", "additionalProperties", ...annotations];
		// Alternatives of required fields are told by the gateway alone.
		const { oneOf = [], ...typed } = node;
		for (const [index, part] of arrayOf(oneOf, `${place}/oneOf`).entries()) {
			refuseOthers(nodeOf(part, place), ["required"], `${place}/oneOf/${index}`);
		}
		refuseOthers(typed, known, place);
		const kinds = (Array.isArray(node.type) ? node.type : [node.type]).map(String);
		if (node.enum === undefined) {
			return [...new Set(kinds.map((kind) => kindType(kind, node, place, schemas)))].join(" | ");
		}
		const values = arrayOf(node.enum, `${place}/enum`).map((value) => JSON.stringify(value));
		return [...new Set([...values, ...kinds.filter((kind) => kind === "null")])].join(" | ");
	},
};

function combine(node: Node, keyword: string, operator: string, place: string, schemas: Node): string {
	refuseOthers(node, [keyword, ...annotations], place);
	const parts = arrayOf(node[keyword], `${place}/${keyword}`);
	return `(${parts.map((part, index) => typeOf(part, `${place}/${keyword}/${index}`, schemas)).join(operator)})`;
}

function kindType(kind: string, node: Node, place: string, schemas: Node): string {
	switch (kind) {
		case "string":
		case "boolean":
		case "null":
			return kind;
		case "integer":
		case "number":
			return "number";
		case "array":
			return `Array<${typeOf(node.items, `${place}/items`, schemas)}>`;
		case "object":
			return objectType(node, place, schemas);
		default:
			throw new TypeError(`${place} has the unknown type ${kind}.`);
	}
}

function objectType(node: Node, place: string, schemas: Node): string {
	const required = arrayOf(node.required ?? [], `${place}/required`);
	const members = Object.entries(nodeOf(node.properties ?? {}, `${place}/properties`)).map(([name, schema]) => {
		const type = typeOf(schema, `${place}/properties/${name}`, schemas);
		return `${commentOf(schema)}${keyOf(name)}${required.includes(name) ? "" : "?"}: ${type};`;
	});
	const { additionalProperties: others = false } = node;
	const object = block(members);
	if (others === false) return object;
	// Further properties of another type than the named ones need an intersection.
	const rest = `{ [name: string]: ${isEmpty(others) ? "unknown" : typeOf(others, `${place}/additionalProperties`, schemas)} }`;
	return members.length === 0 ? rest : `(${object} & ${rest})`;
}

/** `{}` as `additionalProperties`: further properties are allowed and not described. */
function isEmpty(schema: unknown): boolean {
	return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}

function block(members: readonly string[]): string {
	return `{\n${members.join("\n").replaceAll(/^/gm, "\t")}\n}`;
}

function commentOf(described: unknown): string {
	const { description, default: standard } = described as Node;
	const lines = [
		...(typeof description === "string" ? [description] : []),
		...(standard === undefined ? [] : [`@default ${JSON.stringify(standard)}`]),
	];
	return lines.length === 0 ? "" : `/** ${lines.join("\n").replaceAll("*/", "*\\/")} */\n`;
}

function keyOf(name: string): string {
	return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}

function nodeOf(value: unknown, place: string): Node {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		throw new TypeError(`${place} is no object.`);
	return value as Node;
}

function arrayOf(value: unknown, place: string): readonly unknown[] {
	if (!Array.isArray(value)) throw new TypeError(`${place} is no array.`);
	return value;
}

function refuseOthers(node: Node, known: readonly string[], place: string): void {
	refuse(
		Object.keys(node).find((key) => !known.includes(key)),
		place,
	);
}

function refuse(unknown: unknown, place: string): void {
	if (unknown !== undefined) throw new TypeError(`${place} has ${JSON.stringify(unknown)}, which has no rule here.`);
}
