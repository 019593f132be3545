import { useState } from "preact/hooks";
import { RequestProblem } from "../api/problem.ts";
import { sentenceOf } from "../locale/problem-words.ts";
import { useApp } from "../shell/app.ts";

export interface ButtonProps {
	label: string;
	/** Says what it is about, where several buttons have the same label. */
	name?: string;
	isPrimary?: boolean;
	isSmall?: boolean;
	isDisabled?: boolean;
	isPressed?: boolean;
	onClick: () => void;
}

export function Button({ label, name, isPrimary, isSmall, isDisabled, isPressed, onClick }: ButtonProps) {
	return (
		<button
			type="button"
			class={`${isPrimary ? "button" : "button-quiet"}${isSmall ? " button-small" : ""}`}
			aria-label={name}
			aria-pressed={isPressed}
			disabled={isDisabled}
			onClick={onClick}
		>
			{label}
		</button>
	);
}

export interface SendButtonProps extends Pick<ButtonProps, "label" | "name" | "isSmall"> {
	/** Returns what became of it, in a sentence. */
	send: () => Promise<string>;
	/** Gets that sentence, or why nothing was sent. */
	onNews: (sentence: string) => void;
}

/** Sends something that may be sent any number of times. */
export function SendButton({ send, onNews, ...button }: SendButtonProps) {
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

	return <Button {...button} isDisabled={isSending} onClick={() => void press()} />;
}
