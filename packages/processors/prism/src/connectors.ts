import type { Connector } from "./connector.ts";
import { authorizedotnet } from "./connectors/authorizedotnet.ts";
import { checkout } from "./connectors/checkout.ts";
import unreviewed from "./connectors/unreviewed.json" with { type: "json" };

export const reviewed: readonly Connector[] = [authorizedotnet, checkout];

/** Processors with an adapter of their own, which has the same name in the records: a gateway may load both modules. */
export const withOwnAdapter: ReadonlySet<string> = new Set(["adyen", "bambora", "moneris", "stripe"]);

interface Unreviewed extends Pick<Connector, "name" | "lookup" | "storedCard" | "verification"> {
	secrets: string[];
	texts: string[];
}

const known = unreviewed as Unreviewed[];

/**
 * Reads connectors that an operator names with their address, such as `nmi=https://secure.nmi.com/`, comma-separated. They were
 * tested against nothing: their codes of declines are not mapped, and the library alone judges answers.
 *
 * @throws Error that names the wrong part
 */
export function readUnreviewed(setting: string): Connector[] {
	const parts = setting.split(",").map((part) => part.trim());
	return parts.filter((part) => part !== "").map(unreviewedOf);
}

function unreviewedOf(part: string): Connector {
	const [name = "", baseUrl = ""] = part.split(/=(.*)/s);
	if (withOwnAdapter.has(name.toLowerCase())) {
		const own = `@cardseal/processor-${name.toLowerCase()}`;
		throw new Error(
			`PRISM_CONNECTORS names ${name}, which has an adapter of its own: name ${own} in PROCESSORS_MODULE.`,
		);
	}
	const found = known.find((one) => one.name === name);
	if (found === undefined) {
		const names = known.map((one) => one.name).join(", ");
		throw new Error(`PRISM_CONNECTORS names ${name}, but only these can be named: ${names}.`);
	}
	if (!URL.canParse(baseUrl) || new URL(baseUrl).protocol !== "https:") {
		throw new Error(`PRISM_CONNECTORS needs an address for ${name}, such as ${name}=https://api.example.com/.`);
	}
	const { secrets, texts, lookup, storedCard, verification } = found;
	return {
		name: name.toLowerCase(),
		library: name,
		title: `${name} (not reviewed)`,
		fields: [
			...secrets.map((config) => ({ ...fieldOf(config), isSecret: true })),
			...texts.map((config) => ({ ...fieldOf(config), isSecret: false, isOptional: true, isPlain: true })),
		],
		baseUrl: () => baseUrl,
		lookup,
		storedCard,
		verification,
		harmless: { flow: lookup === "none" ? "void" : "get", connectorTransactionId: "1" },
		mayBeSigned: true,
		declines: new Map(),
		detailsOf: () => ({}),
	};
}

/** `merchantId` → `merchant_id`, "merchant id". */
function fieldOf(config: string): { name: string; label: string; config: string } {
	const words = config.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return { name: words.replaceAll(" ", "_"), label: words, config };
}
