import { statfs } from "node:fs/promises";
import type { Clock, Clocks } from "@cardseal/platform";
import type { BusinessWork } from "@cardseal/platform/jobs";
import type { Logger } from "@cardseal/platform/log";
import { type Resolve, resolveByDns } from "@cardseal/platform/network";
import type { Metrics, Tracing } from "@cardseal/platform/telemetry";
import type { Fault, ProcessorRequest } from "@cardseal/vault";
import type { Config } from "../config.ts";
import type { ReadDisk } from "../web/health/checks.ts";

interface DefaultPorts {
	/** Ms that ignore changes of the system's clock. */
	elapsedMs: () => number;
	readDisk: ReadDisk;
	resolveName: Resolve;
}

export const defaultPorts: DefaultPorts = {
	elapsedMs: () => performance.now(),
	readDisk: statfs,
	resolveName: resolveByDns,
};

export interface Ports extends Partial<DefaultPorts> {
	clocks?: Clocks;
	/** ms since 1970. */
	databaseNow?: () => Promise<number>;
	processorFault?: (request: ProcessorRequest) => Fault | undefined;
	businessWorks?: (clock: Clock) => BusinessWork[];
}

/** Workers of a gateway share its `DATA_DIR`. */
export interface Peers {
	isWorker: boolean;
	/** `undefined` when no worker served before. */
	publicUrl: string | undefined;
}

export interface Starting {
	config: Config;
	log: Logger;
	ports: Ports & DefaultPorts;
	peers: Peers;
	publicUrl: string;
	/** `undefined` without METRICS_PORT. */
	metrics: Metrics | undefined;
	/** `undefined` without OTEL_EXPORTER_OTLP_ENDPOINT. */
	tracing: Tracing | undefined;
	/** Called in reverse order. */
	cleanups: (() => Promise<unknown>)[];
	/** Aborted before the gateway waits for its jobs. */
	stopping: AbortSignal;
}
