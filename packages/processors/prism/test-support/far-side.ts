import {
	type BookEntry,
	type ContentFault,
	createSkewedClock,
	type ProcessorFactory,
	type RequestKind,
	type SimulatedNetwork,
	type Simulator,
	startNetwork,
} from "@cardseal/processor-kit";
import type { DeclineCode, ProcessorAdapter, ProcessorRequest } from "@cardseal/vault";
import type { Hono } from "hono";
import { connected } from "../../../../test/fixtures/processors/connected.ts";
import { createAdapter } from "../src/adapter.ts";
import type { Bridge } from "../src/bridge.ts";
import type { Connector } from "../src/connector.ts";

/** A request as a processor's API got it, with the answer. */
export interface Exchange {
	request: Request;
	text: string;
	status: number;
	/** Parsed. */
	// biome-ignore lint/suspicious/noExplicitAny: JSON in a processor's form.
	answer: any;
}

/** A processor's API with what the conformance kit asks of it. */
export interface FarSide {
	connector: Connector;
	api: Hono;
	account: SimulatedNetwork["account"];
	/** See `SimulatedNetwork.testAccount`. */
	testAccount?: SimulatedNetwork["account"];
	/** Follows the server's address. */
	basePath: string;
	kindOf(request: Request, body: string): RequestKind;
	/** Returns what an exchange wrote into the books, with our reference; `undefined` for nothing. */
	entryOf(exchange: Exchange, noted: NotedReferences): { reference: string; entry: BookEntry } | undefined;
	/** Changes the answer to a charge that was carried out. */
	// biome-ignore lint/suspicious/noExplicitAny: JSON in a processor's form.
	distort(answer: any, fault: Extract<ContentFault, string>): object;
	/** @param sent the request's body */
	decline(code: string, sent: string): Response;
	/** Refuses a request with a message. */
	refuse(message: string): Response;
	declineCodes: Readonly<Record<string, DeclineCode>>;
	/** See `Simulator.currency`. */
	currency?: string;
	/** See `Simulator.outcomeWebhook`. */
	outcomeWebhook?: NonNullable<Simulator["outcomeWebhook"]>;
}

/** The references of captures, refunds and voids, for processors that are not told any: by operation and the original's id. */
export type NotedReferences = Map<string, string>;

export interface FarSimulator extends Simulator {
	network: SimulatedNetwork;
	noted: NotedReferences;
}

/** An account is verified with the id of a payment that no processor has. */
export function kindOf({ method, url }: Request, harmlessId: string): RequestKind {
	if (new URL(url).pathname.split("/").includes(harmlessId)) return "account";
	return method === "POST" ? "submit" : "inquire";
}

/**
 * Serves a processor's API with books and faults.
 *
 * @param waitingMs see `FaultyServerOptions`
 */
export async function startFarSide(far: FarSide, waitingMs?: number): Promise<FarSimulator> {
	const books: { reference: string; entry: BookEntry }[] = [];
	const noted: NotedReferences = new Map();
	const { now, skewClock } = createSkewedClock();

	async function carryOut(request: Request, fault: ContentFault | undefined): Promise<Response> {
		const text = await request.clone().text();
		if (typeof fault === "object") return far.decline(fault.declined, text);
		if (fault === "echo") return far.refuse(`${text} ${JSON.stringify([...request.headers])}`);
		const response = await far.api.fetch(request.clone());
		const body = await response.text();
		const answer = body === "" ? undefined : JSON.parse(body.replace(/^\uFEFF/, ""));
		// A repeated answer carries nothing out.
		const isRepeated = response.headers.has("idempotent-replayed");
		const entry = isRepeated ? undefined : far.entryOf({ request, text, status: response.status, answer }, noted);
		if (entry !== undefined) books.push(entry);
		const headers = { "Content-Type": "application/json", Date: new Date(now()).toUTCString() };
		const told = fault === undefined ? body : JSON.stringify(far.distort(answer, fault));
		return new Response(told, { status: response.status, headers });
	}

	const { declineCodes, currency, outcomeWebhook, account, testAccount } = far;
	const server = await startNetwork(
		{ handle: carryOut, kindOf: far.kindOf, waitingMs },
		{ account, ...(testAccount && { testAccount }), skewClock },
	);
	return {
		...server,
		noted,
		booked: async (reference) => books.filter((one) => one.reference === reference).map(({ entry }) => entry),
		references: async () => books.map(({ reference }) => reference),
		declineCodes,
		...(currency !== undefined && { currency }),
		...(outcomeWebhook && { outcomeWebhook }),
	};
}

/** Makes a connector the processor under test. */
export function factoryOf({ connector, basePath }: FarSide, bridge: Bridge): ProcessorFactory<FarSimulator> {
	return {
		title: connector.title,
		open(simulator) {
			const factory = connected(connector.title, ({ url, timeLimitMs }) =>
				noting(
					createAdapter(connector, {
						bridge,
						webhookBridge: bridge,
						baseUrl: `${url}${basePath}`,
						timeoutMs: timeLimitMs,
					}),
					simulator,
				),
			);
			return factory.open(simulator);
		},
	};
}

/** Lets the simulator know the reference of the next capture, refund or void. */
function noting(adapter: ProcessorAdapter, { noted }: FarSimulator): ProcessorAdapter {
	return {
		...adapter,
		submit(request: ProcessorRequest, account) {
			if ("original" in request) {
				noted.set(`${request.operation} ${request.original.processorTransactionId}`, request.reference);
			}
			return adapter.submit(request, account);
		},
	};
}
