import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { RequestProblem } from "../api/problem.ts";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { sentenceOf } from "../ui/loading/states.tsx";

interface SendButtonProps {
	label: string;
	/** Says what is sent, where several buttons have the same label. */
	description?: string;
	isSmall?: boolean;
	/** Returns what became of it, in a sentence. */
	send: () => Promise<string>;
	/** Gets that sentence, or why nothing was sent. */
	onNews: (sentence: string) => void;
}

/** Sends something that may be sent any number of times, for staff who change endpoints. */
export function SendButton({ label, description, isSmall, send, onNews }: SendButtonProps): JSX.Element | null {
	const { words, may } = useApp();
	const [isSending, setSending] = useState(false);
	if (!may("credentials.write")) return null;

	async function press(): Promise<void> {
		setSending(true);
		try {
			onNews(await send());
		} catch (error) {
			if (!(error instanceof RequestProblem)) throw error;
			onNews(sentenceOf(words, error));
		} finally {
			setSending(false);
		}
	}

	return (
		<button
			type="button"
			class={isSmall ? "button-quiet button-small" : "button-quiet"}
			aria-label={description}
			disabled={isSending}
			onClick={() => void press()}
		>
			{label}
		</button>
	);
}

interface ResendButtonProps extends Pick<SendButtonProps, "isSmall" | "onNews"> {
	event: Pick<Schemas["Event"], "id" | "type">;
	/** On the page of one endpoint, says that the others get the event too. */
	label?: string;
}

/** Sends an event again, to every endpoint that gets its type. */
export function ResendButton({ event, label, ...button }: ResendButtonProps): JSX.Element {
	const { api, words } = useApp();
	const { sendAgain, sendAgainOf, sentAgain } = words.developers.events;
	const shown = label ?? sendAgain;

	async function send(): Promise<string> {
		const path = { event_id: event.id };
		const { endpoints } = await api.post("/event-service/event/{event_id}/resend", { path });
		return sentAgain(endpoints.length);
	}

	return <SendButton {...button} label={shown} description={sendAgainOf(shown, event.type)} send={send} />;
}
