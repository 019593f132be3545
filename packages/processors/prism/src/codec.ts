import type { Plain } from "./messages.ts";

/** Of protobufjs. */
export interface MessageType {
	encode(message: Plain): { finish(): Uint8Array };
	decode(bytes: Uint8Array): Plain;
}

export type EnumType = Record<string | number, string | number>;

/** The enums of fields: the library's messages hold numbers, ours hold names. */
const enumOf: Readonly<Record<string, string>> = {
	acceptanceType: "AcceptanceType",
	authType: "AuthenticationType",
	captureMethod: "CaptureMethod",
	cardNetwork: "CardNetwork",
	countryAlpha2Code: "CountryAlpha2",
	currency: "Currency",
	disputeStatus: "DisputeStatus",
	environment: "Environment",
	eventType: "WebhookEventType",
	method: "HttpMethod",
	mitCategory: "MitCategory",
	paymentChannel: "PaymentChannel",
	setupFutureUsage: "FutureUsage",
};

/** A name that an enum of the library does not have, such as a currency. */
export class UnknownName extends Error {
	readonly field: string;

	constructor(field: string) {
		super(`The library does not know this ${field}.`);
		this.field = field;
	}
}

/** Encodes and decodes the library's messages; ours have names instead of numbers. */
export interface Codec {
	encode(name: string, object: Plain): Buffer;
	decode(name: string, bytes: Uint8Array): Plain;
	named(message: Plain): Plain;
}

/** @param types the library's message types and enums */
export function createCodec(types: Record<string, MessageType & EnumType>): Codec {
	const typeNamed = (name: string): MessageType & EnumType => {
		const type = types[name];
		if (type === undefined) throw new Error(`The library has no type ${name}.`);
		return type;
	};

	/** @throws UnknownName instead of leaving the value out without a word, as protobufjs would */
	function numberOf(key: string, enumName: string, value: string): number {
		const number = typeNamed(enumName)[value];
		if (typeof number !== "number") throw new UnknownName(key);
		return number;
	}

	function withNumbers(object: Plain): Plain {
		const entries = Object.entries(object).map(([key, value]) => {
			const enumName = enumOf[key];
			if (enumName !== undefined && typeof value === "string") return [key, numberOf(key, enumName, value)];
			return [key, isMessage(value) ? withNumbers(value) : value];
		});
		return Object.fromEntries(entries);
	}

	function withNames(object: Plain, status: string): Plain {
		const entries = Object.entries(object).map(([key, value]) => {
			const enumName = key === "status" ? status : enumOf[key];
			if (enumName !== undefined && typeof value === "number") return [key, typeNamed(enumName)[value]];
			const inner = key === "refundsResponse" ? "RefundStatus" : status;
			return [key, isMessage(value) ? withNames(value, inner) : plainOf(value)];
		});
		return Object.fromEntries(entries);
	}

	return {
		encode: (name, object) => Buffer.from(typeNamed(name).encode(withNumbers(object)).finish()),
		decode: (name, bytes) =>
			withNames(typeNamed(name).decode(bytes), name === "RefundResponse" ? "RefundStatus" : "PaymentStatus"),
		named: (message) => withNames(message, "PaymentStatus"),
	};
}

interface Long {
	toNumber(): number;
}

function isLong(value: unknown): value is Long {
	return typeof value === "object" && value !== null && "toNumber" in value;
}

function isMessage(value: unknown): value is Plain {
	const isObject = typeof value === "object" && value !== null;
	return isObject && !Array.isArray(value) && !(value instanceof Uint8Array) && !isLong(value);
}

/** Turns large numbers into numbers, and bytes into base64. */
function plainOf(value: unknown): unknown {
	if (isLong(value)) return value.toNumber();
	return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
