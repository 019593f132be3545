import { useApp } from "../shell/app.ts";
import { SendButton, type SendButtonProps } from "../ui/button.tsx";
import type { PaymentLink } from "./link-words.ts";

export interface SendLinkButtonProps extends Pick<SendButtonProps, "onNews"> {
	link: PaymentLink;
	onSent: (link: PaymentLink) => void;
}

/** Mails the link to its payer. */
export function SendLinkButton({ link, onSent, onNews }: SendLinkButtonProps) {
	const { api, words, may } = useApp();
	const { email, lookup_id: id, status } = link;
	if (status !== "OPEN" || email === null || !may("charge")) return null;

	async function send(): Promise<string> {
		onSent(await api.post("/transaction-service/payment-link/{lookup_id}/send", { path: { lookup_id: id } }));
		return words.paymentLinks.sent(email ?? "");
	}

	return <SendButton label={words.paymentLinks.send} send={send} onNews={onNews} />;
}
