import { useState } from "preact/hooks";
import { RequestProblem } from "../api/problem.ts";
import { useApp } from "../shell/app.ts";
import { sentenceOf } from "./loading/states.tsx";

export interface SendButtonProps {
	label: string;
	/** Says what is sent, where several buttons have the same label. */
	description?: string;
	isSmall?: boolean;
	/** Returns what became of it, in a sentence. */
	send: () => Promise<string>;
	/** Gets that sentence, or why nothing was sent. */
	onNews: (sentence: string) => void;
}

/** Sends something that may be sent any number of times. */
export function SendButton({ label, description, isSmall, send, onNews }: SendButtonProps) {
	const { words } = useApp();
	const [isSending, setSending] = useState(false);

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
