import type { Gateway } from "../../gateway.ts";
import type { Operations } from "../operations.ts";
import type { Peers } from "../starting.ts";

export type ToWorker = { kind: "retire" } | { kind: "ask"; id: number; question: string };

export type ToSupervisor =
	| { kind: "ready"; publicUrl: string }
	/** The last figures of a worker that ends. */
	| { kind: "figures"; value: unknown }
	| { kind: "answer"; id: number; value: unknown };

export function peersOfWorker({ CARDSEAL_WORKER: publicUrl }: NodeJS.ProcessEnv): Peers {
	return { publicUrl: publicUrl === "" ? undefined : publicUrl, isWorker: true };
}

const answers = {
	readiness: ({ checkReadiness }: Operations) =>
		checkReadiness().then(
			() => true,
			() => false,
		),
	health: ({ checkHealth }: Operations) => checkHealth(),
	metrics: ({ snapshot }: Operations) => snapshot({ withBacklogs: false }),
	metricsWithBacklogs: ({ snapshot }: Operations) => snapshot({ withBacklogs: true }),
};

export type Answers = { alive: true } & {
	[Question in keyof typeof answers]: Awaited<ReturnType<(typeof answers)[Question]>>;
};

export function followSupervisor({ publicUrl, operations, drain, stop }: Gateway): void {
	async function retire(): Promise<void> {
		await drain();
		send({ kind: "figures", value: await operations?.snapshot({ withBacklogs: false }) });
		await stop();
	}
	/** Returns `undefined` for the question of another version. */
	async function answer(question: string): Promise<unknown> {
		if (question === "alive") return true;
		return operations && answers[question as keyof typeof answers]?.(operations);
	}
	process.on("message", async (message: ToWorker) => {
		if (message.kind === "retire") void retire().finally(endWorker);
		if (message.kind === "ask") send({ kind: "answer", id: message.id, value: await answer(message.question) });
	});
	send({ kind: "ready", publicUrl });
}

/** The channel would keep the process alive. */
export function endWorker(): void {
	process.exit();
}

function send(message: ToSupervisor): void {
	process.send?.(message);
}
