import { useApp } from "../shell/app.ts";
import { Chip } from "../ui/chip.tsx";
import { type PaymentLink, statusLooks, statusText } from "./link-words.ts";

/** The status of a payment link, as icon and word. */
export function LinkStatusChip({ link }: { link: PaymentLink }) {
	const { words } = useApp();
	return <Chip {...statusLooks[link.status]} label={statusText(words, link)} />;
}
