import { z } from "zod";

/** Versions may differ after a reload. */
const messageSchema = z.discriminatedUnion("kind", [
	/** Sent by a worker that serves requests. */
	z.object({ kind: z.literal("ready"), publicUrl: z.string() }),
	/** Sent to a worker that another one replaces. */
	z.object({ kind: z.literal("retire") }),
	/** The last figures of a worker that ends. */
	z.object({ kind: z.literal("figures"), value: z.unknown().optional() }),
	z.object({ kind: z.literal("ask"), id: z.number(), question: z.string(), given: z.unknown().optional() }),
	z.object({ kind: z.literal("answer"), id: z.number(), value: z.unknown().optional() }),
]);

export type Message = z.infer<typeof messageSchema>;

/** Returns `undefined` for other messages, such as Node's. */
export function readMessage(message: unknown): Message | undefined {
	return messageSchema.safeParse(message).data;
}

export interface Asker {
	/** Resolves with `undefined` after the time limit. */
	ask(question: string, given?: unknown): Promise<unknown>;
	answered(message: Extract<Message, { kind: "answer" }>): void;
}

export function createAsker(send: (message: Message) => void, limitMs: number): Asker {
	const waiting = new Map<number, (value: unknown) => void>();
	let last = 0;
	return {
		ask(question, given) {
			const id = ++last;
			return new Promise((resolve) => {
				const timer = setTimeout(() => finish(undefined), limitMs).unref();
				const finish = (value: unknown) => {
					clearTimeout(timer);
					waiting.delete(id);
					resolve(value);
				};
				waiting.set(id, finish);
				send({ kind: "ask", id, question, given });
			});
		},
		answered({ id, value }) {
			waiting.get(id)?.(value);
		},
	};
}
