import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { RequestProblem } from "../api/problem.ts";
import { useApp } from "../shell/app.ts";
import { sentenceOf } from "../ui/loading/states.tsx";
import type { PaymentLink } from "./link-words.ts";

export interface SendLinkButtonProps {
	link: PaymentLink;
	onSent: (link: PaymentLink) => void;
	/** Called with a sentence about the result. */
	onNews: (sentence: string) => void;
}

/** Mails the link to its payer. */
export function SendLinkButton({ link, onSent, onNews }: SendLinkButtonProps): JSX.Element | null {
	const { api, words, may } = useApp();
	const [isSending, setSending] = useState(false);
	const { email, lookup_id: id, status } = link;
	if (status !== "OPEN" || email === null || !may("charge")) return null;

	async function send(): Promise<void> {
		setSending(true);
		try {
			onSent(await api.post("/transaction-service/payment-link/{lookup_id}/send", { path: { lookup_id: id } }));
			onNews(words.paymentLinks.sent(email ?? ""));
		} catch (error) {
			if (!(error instanceof RequestProblem)) throw error;
			onNews(sentenceOf(words, error));
		} finally {
			setSending(false);
		}
	}

	return (
		<button type="button" class="button-quiet" disabled={isSending} onClick={() => void send()}>
			{words.paymentLinks.send}
		</button>
	);
}
