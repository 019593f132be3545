import type { BuiltRequest } from "../http.ts";
import type { Library } from "../library.ts";
import type { Failure } from "../messages.ts";
import type { DescribedConnector } from "./configs.ts";
import { marks, type Probe, partialAmount, probes, sampleOf } from "./samples.ts";

/** The abilities that a connector's requests show: "yes", "no", or the missing part. */
export interface Probed {
	results: Record<Probe, string>;
	/** The payer's postal code is sent. */
	hasAvs: boolean;
	isSoldInCad: boolean;
	/** Our reference is sent with a sale. */
	sendsReference: boolean;
}

const currencies = ["USD", "CAD", "EUR", "GBP", "BRL", "MXN", "INR", "PLN", "AED", "ZAR"];

/** An address that no request leads to: a probe builds requests, and sends none. */
const baseUrl = "https://processor.invalid/";

/** Base64, which some processors demand of their keys. */
const sampleSecret = Buffer.from("probe probe probe probe!").toString("base64");

/** Builds the requests of a connector and looks at them. */
export function probeConnector(library: Library, connector: DescribedConnector): Probed {
	const ask = (probe: Probe, currency: string): string | BuiltRequest => {
		const call = { id: 0, connector: connector.name, config: configOf(connector), headers: {}, timeoutMs: 0 };
		const result = library.build({ ...call, ...sampleOf(probe, currency), hasSecurityCode: true });
		return "failure" in result ? wordOf(result.failure) : result.built;
	};
	const sells = (currency: string) => typeof ask("sale", currency) !== "string";
	const currency = currencies.find(sells) ?? "USD";
	const results = Object.fromEntries(probes.map((probe) => [probe, judge(probe, ask(probe, currency))]));
	const sale = ask("sale", currency);
	const saleText = typeof sale === "string" ? "" : textOf(sale);
	return {
		results: results as Record<Probe, string>,
		hasAvs: saleText.includes(marks.postalCode),
		isSoldInCad: sells("CAD"),
		sendsReference: saleText.includes(marks.reference),
	};
}

function configOf({ secrets, texts }: DescribedConnector) {
	return {
		...Object.fromEntries(secrets.map((name) => [name, { value: sampleSecret }])),
		...Object.fromEntries(texts.map((name) => [name, name.endsWith("Url") ? baseUrl : "probe"])),
		baseUrl,
	};
}

function textOf({ url, headers, body }: BuiltRequest): string {
	return [url, JSON.stringify(headers), Buffer.from(body).toString()].join("\n");
}

function judge(probe: Probe, built: string | BuiltRequest): string {
	if (typeof built === "string") return built;
	const text = textOf(built);
	switch (probe) {
		case "partial capture":
			return partialAmount.test(Buffer.from(built.body).toString()) ? "yes" : "no";
		case "lookup by our id":
			return text.includes(marks.reference) ? "yes" : "no";
		case "stored card":
			if (!text.includes(marks.number)) return "without the card";
			return text.includes(marks.networkId) ? "yes" : "without the network's id";
		default:
			return "yes";
	}
}

/** The library's codes of operations that it does not have. */
const lacking = /^(?:.*NOT_(?:IMPLEMENTED|SUPPORTED)|INVALID_CONNECTOR_TYPE|INVALID_DATA_FORMAT)$/;

function wordOf({ code, field }: Failure): string {
	if (lacking.test(code)) return "no";
	if (code === "FAILED_TO_OBTAIN_AUTH_TYPE") return "needs a token first";
	const name = field?.split(".").at(-1)?.replaceAll("_", " ") ?? "";
	if (code === "MISSING_REQUIRED_FIELD" && name !== "") return `needs ${name}`;
	return code.toLowerCase().replaceAll("_", " ");
}
