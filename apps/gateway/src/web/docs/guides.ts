import { readdirSync, readFileSync } from "node:fs";

/** The API's page links these files of `docs`. */
export const guides = [
	{ file: "integrate.md", title: "card form" },
	{ file: "three-d-secure.md", title: "3-D Secure" },
	{ file: "server.md", title: "your server" },
	{ file: "moving.md", title: "moving from Payfirma, PayHQ or KORT" },
	{ file: "webhooks.md", title: "webhooks" },
	{ file: "errors.md", title: "errors" },
	{ file: "wallets.md", title: "bank payments" },
	{ file: "test-cards.md", title: "test cards" },
	{ file: "going-live.md", title: "going live" },
	{ file: "README.md", title: "all guides" },
] as const;

const sandboxUrl = "http://localhost:8080";

const folder = new URL("../../../../../docs/", import.meta.url);

/** All guides are served, because they link one another. */
export function readGuides(): Map<string, string> {
	return new Map(filesOf(".md").map((file) => [file, readFileSync(new URL(file, folder), "utf8")]));
}

export function readPictures(): Map<string, Uint8Array<ArrayBuffer>> {
	return new Map(filesOf(".png").map((file) => [file, new Uint8Array(readFileSync(new URL(file, folder)))]));
}

function filesOf(ending: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(ending));
}

/** The prose stays: it is true of a sandbox only. */
export function withGatewayInCode(guide: string, publicUrl: string): string {
	return guide.replaceAll(/^[ \t]*```.*?^[ \t]*```$/gms, (code) => code.replaceAll(sandboxUrl, publicUrl));
}
