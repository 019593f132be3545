import { allowedFields } from "./allowed-fields.ts";

export interface FieldProblem {
	field: string;
	kind: "missing" | "unknown" | "wrong";
}

interface Field {
	type: string;
	isRequired: boolean;
}

function fieldsOf(schema: string): ReadonlyMap<string, Field> {
	const words = (allowedFields[schema] ?? "").trim().split(/\s+/);
	return new Map(
		words.map((word) => {
			const [, name = "", required, type = ""] = /^([\w.]+)(!?)=(.+)$/.exec(word) ?? [];
			return [name, { type, isRequired: required === "!" }];
		}),
	);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the first field that a description does not allow. */
export function fieldProblemOf(schema: string, value: unknown, path = ""): FieldProblem | undefined {
	if (!isObject(value)) return { field: path, kind: "wrong" };
	const fields = fieldsOf(schema);
	const missing = [...fields].find(([name, { isRequired }]) => isRequired && value[name] === undefined);
	if (missing !== undefined) return { field: `${path}${missing[0]}`, kind: "missing" };
	for (const [name, each] of Object.entries(value)) {
		const type = fields.get(name)?.type;
		if (type === undefined) return { field: `${path}${name}`, kind: "unknown" };
		const problem = valueProblemOf(type, each, `${path}${name}`);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

const scalars: Readonly<Record<string, (value: unknown, length: number) => boolean>> = {
	string: (value, length) => typeof value === "string" && value !== "" && value.length <= length,
	boolean: (value) => typeof value === "boolean",
	integer: (value) => Number.isSafeInteger(value),
	object: (value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"),
};

function valueProblemOf(type: string, value: unknown, field: string): FieldProblem | undefined {
	const wrong = { field, kind: "wrong" } as const;
	const [base = "", of = "100000"] = type.split(":");
	const isRight = scalars[base];
	if (isRight !== undefined) return isRight(value, Number(of)) ? undefined : wrong;
	if (type.includes("|")) return type.split("|").includes(String(value)) ? undefined : wrong;
	if (base !== "array") return fieldProblemOf(type, value, `${field}.`);
	if (!Array.isArray(value)) return wrong;
	return value.map((each) => fieldProblemOf(of, each, `${field}.`)).find((problem) => problem !== undefined);
}
