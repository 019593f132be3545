import { createRequire } from "node:module";
import { createCodec, type EnumType, type MessageType, UnknownName } from "./codec.ts";
import { type BuiltRequest, isForBaseUrl, jsonOf, send, withoutSecurityCode } from "./http.ts";
import type { Answer, Call, Failure, Flow, Plain, Result } from "./messages.ts";

interface Prism {
	types: Record<string, MessageType & EnumType>;
	UniffiClient: new () => {
		callReq(flow: string, request: Uint8Array, options: Uint8Array): Uint8Array;
		callRes(flow: string, response: Uint8Array, request: Uint8Array, options: Uint8Array): Uint8Array;
		callDirect(flow: string, request: Uint8Array, options: Uint8Array): Uint8Array;
	};
}

/** An error of the library, recognised by its field instead of its class. */
interface LibraryError {
	proto?: { errorCode?: string; errorMessage?: string; errorInfo?: Plain };
}

const messagesOf: Record<Flow, [request: string, response: string]> = {
	authorize: ["PaymentServiceAuthorizeRequest", "PaymentServiceAuthorizeResponse"],
	capture: ["PaymentServiceCaptureRequest", "PaymentServiceCaptureResponse"],
	charge: ["RecurringPaymentServiceChargeRequest", "RecurringPaymentServiceChargeResponse"],
	get: ["PaymentServiceGetRequest", "PaymentServiceGetResponse"],
	handle_event: ["EventServiceHandleRequest", "EventServiceHandleResponse"],
	refund: ["PaymentServiceRefundRequest", "RefundResponse"],
	refund_get: ["RefundServiceGetRequest", "RefundResponse"],
	setup_recurring: ["PaymentServiceSetupRecurringRequest", "PaymentServiceSetupRecurringResponse"],
	void: ["PaymentServiceVoidRequest", "PaymentServiceVoidResponse"],
};

type EncodedRequest = Omit<BuiltRequest, "body"> & { body?: string };

export interface Library {
	/** Builds the HTTP request of a call without sending it. */
	build(call: Call): { built: BuiltRequest } | { failure: Failure };
	call(call: Call): Promise<Result>;
}

/**
 * Loads the native library. Takes about 0.2 s and 90 MB.
 *
 * @throws Error when it is not installed, or does not fit to this system
 */
export function loadLibrary(): Library {
	const load = createRequire(import.meta.url);
	const { types, UniffiClient }: Prism = load("hyperswitch-prism");
	const native = new UniffiClient();
	const { encode, decode, named } = createCodec(types);
	const encodeOptions = ({ connector, config }: Call) =>
		encode("FfiOptions", { environment: "PRODUCTION", connectorConfig: { [connector]: config } });

	function build(call: Call): { built: BuiltRequest; request: Uint8Array; options: Uint8Array } | { failure: Failure } {
		try {
			const request = encode(messagesOf[call.flow][0], call.request);
			const options = encodeOptions(call);
			const bytes = native.callReq(call.flow, request, options);
			const { body, ...head } = decode("FfiConnectorHttpRequest", bytes) as unknown as EncodedRequest;
			const built = { ...head, body: Buffer.from(body ?? "", "base64") };
			return { built: call.hasSecurityCode ? built : withoutSecurityCode(built), request, options };
		} catch (error) {
			return { failure: { isUnsent: true, ...codeOf(error) } };
		}
	}

	function read(call: Call, bytes: { response: Uint8Array; request: Uint8Array; options: Uint8Array }): Plain {
		const result = native.callRes(call.flow, bytes.response, bytes.request, bytes.options);
		const { body } = decode("FfiConnectorHttpResponse", result) as { body?: string };
		const read = decode(messagesOf[call.flow][1], Buffer.from(body ?? "", "base64"));
		// The raw request holds the card; the raw answer is there already.
		const { rawConnectorRequest, rawConnectorResponse, responseHeaders, ...response } = read;
		return response;
	}

	/** Returns a refusal in the processor's format; the library throws it like a failure. */
	function refusalOf(error: unknown, status: number): Plain | undefined {
		const { proto } = error as LibraryError;
		if (proto?.errorCode !== "CONNECTOR_ERROR_RESPONSE" || status < 400) return undefined;
		return { status: "FAILURE", error: named(proto.errorInfo ?? {}) };
	}

	async function callOverHttp(call: Call): Promise<Result> {
		const built = build(call);
		if ("failure" in built) return built;
		if (!isForBaseUrl(built.built.url, call.config.baseUrl)) {
			return { failure: { isUnsent: true, code: "WRONG_ADDRESS" } };
		}
		const sent = await send(built.built, call);
		if ("failure" in sent) return sent;
		const { status, headers, bytes } = sent;
		try {
			const response = encode("FfiConnectorHttpResponse", { statusCode: status, headers, body: bytes });
			return { answer: { status, response: read(call, { ...built, response }), body: jsonOf(bytes) } };
		} catch (error) {
			const refusal = refusalOf(error, status);
			if (refusal !== undefined) return { answer: { status, response: refusal, body: jsonOf(bytes) } };
			return { failure: { isUnsent: false, ...codeOf(error), status } };
		}
	}

	function readEvent(call: Call): Result {
		try {
			const [requestName, responseName] = messagesOf[call.flow];
			const request = encode(requestName, call.request);
			const response = decode(responseName, native.callDirect(call.flow, request, encodeOptions(call)));
			return { answer: { status: 0, response, body: null } satisfies Answer };
		} catch (error) {
			return { failure: { isUnsent: true, ...codeOf(error) } };
		}
	}

	return {
		build,
		call: async (call) => (call.flow === "handle_event" ? readEvent(call) : await callOverHttp(call)),
	};
}

/** Keeps the library's code and the name of a field. The rest of its message may repeat what was sent. */
function codeOf(error: unknown): Pick<Failure, "code" | "field"> {
	if (error instanceof UnknownName) return { code: "UNKNOWN_NAME", field: error.field };
	const { proto } = error as LibraryError;
	const code = proto?.errorCode ?? "";
	const field = /^(?:Missing required field|Invalid connector configuration): ([\w.]{1,60})/.exec(
		proto?.errorMessage ?? "",
	)?.[1];
	return { code: /^[A-Z_]{1,60}$/.test(code) ? code : "LIBRARY", ...(field !== undefined && { field }) };
}
