import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { SendButton, type SendButtonProps } from "../ui/button.tsx";

interface ResendButtonProps extends Pick<SendButtonProps, "isSmall" | "onNews"> {
	event: Pick<Schemas["Event"], "id" | "type">;
	/** On the page of one endpoint, says that the others get the event too. */
	label?: string;
}

export function ResendButton({ event, label, ...button }: ResendButtonProps) {
	const { api, words, may } = useApp();
	const { sendAgain, sendAgainOf, sentAgain } = words.developers.events;
	const shown = label ?? sendAgain;
	if (!may("credentials.write")) return null;

	async function send(): Promise<string> {
		const path = { event_id: event.id };
		const { endpoints } = await api.post("/event-service/event/{event_id}/resend", { path });
		return sentAgain(endpoints.length);
	}

	return <SendButton {...button} label={shown} name={sendAgainOf(shown, event.type)} send={send} />;
}
