import { ConfigError } from "@cardseal/platform";
import type { Snapshot } from "@cardseal/platform/telemetry";
import { z } from "zod";
import type { Gateway } from "../../gateway.ts";
import type { Health } from "../../web/health/checks.ts";
import type { Operations } from "../operations.ts";
import { type Message, readMessage } from "./messages.ts";
import type { Peers } from "./peers.ts";

export const workerVariable = "CARDSEAL_WORKER";

const snapshotSchema = z.object({ withBacklogs: z.boolean() });
const settingsSchema = z.object({ publicUrl: z.string().optional() });

export function peersOfWorker(environment: Record<string, string | undefined>): Peers {
	const settings = settingsSchema.safeParse(JSON.parse(environment[workerVariable] ?? "null"));
	if (!settings.success) throw new ConfigError(`${workerVariable} must not be set: the gateway sets it itself.`);
	return { publicUrl: settings.data.publicUrl, isWorker: true };
}

export interface Answers {
	readiness: boolean;
	health: Health;
	metrics: Snapshot;
}

export function followSupervisor({ publicUrl, operations, drain, stop }: Gateway): void {
	async function retire(): Promise<void> {
		await drain();
		send({ kind: "figures", value: await operations?.snapshot({ withBacklogs: false }) });
		await stop();
	}
	process.on("message", async (received) => {
		const message = readMessage(received);
		if (message?.kind === "retire") void retire().finally(endWorker);
		if (message?.kind !== "ask") return;
		const { id, question, given } = message;
		if (question === "alive") send({ kind: "answer", id, value: true });
		else if (operations !== undefined) send({ kind: "answer", id, value: await answer(operations, question, given) });
	});
	send({ kind: "ready", publicUrl });
}

/** @returns undefined for another version's question */
async function answer(operations: Operations, question: string, given: unknown): Promise<unknown> {
	const answers: { [Question in keyof Answers]: () => Promise<Answers[Question]> } = {
		readiness: () =>
			operations.checkReadiness().then(
				() => true,
				() => false,
			),
		health: () => operations.checkHealth(),
		metrics: () => operations.snapshot(snapshotSchema.parse(given)),
	};
	return Object.hasOwn(answers, question) ? await answers[question as keyof Answers]() : undefined;
}

/** The channel would keep the process alive. */
export function endWorker(): void {
	process.exit();
}

function send(message: Message): void {
	process.send?.(message);
}
