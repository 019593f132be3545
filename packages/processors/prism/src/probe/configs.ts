import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface DescribedConnector {
	name: string;
	secrets: string[];
	texts: string[];
	isSimple: boolean;
}

/** Reads the connectors from the library's type declarations. Its messages at run time do not tell their fields. */
export async function readConnectors(): Promise<DescribedConnector[]> {
	const main = createRequire(import.meta.url).resolve("hyperswitch-prism");
	const types = await readFile(join(dirname(main), "payments/generated/proto.d.ts"), "utf8");
	return fieldsOf(types, "IConnectorSpecificConfig").map(({ name, type }) => {
		const fields = fieldsOf(types, type.replace("types.", ""));
		const secrets = fields.filter((field) => field.type === "types.ISecretString").map((field) => field.name);
		const texts = fields.filter((field) => field.type === "string").map((field) => field.name);
		return {
			name,
			secrets,
			texts: texts.filter((text) => text !== "baseUrl"),
			isSimple: fields.every((field) => ["types.ISecretString", "string", "boolean"].includes(field.type)),
		};
	});
}

function fieldsOf(types: string, name: string): { name: string; type: string }[] {
	const [, body = ""] = new RegExp(`\\n {4}interface ${name} \\{(.*?)\\n {4}\\}`, "s").exec(types) ?? [];
	return [...body.matchAll(/^ +(\w+)\?: \((.*?)\|null\);/gm)].map(([, field = "", type = ""]) => ({
		name: field,
		type,
	}));
}
