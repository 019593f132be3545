import { Icon, type IconName } from "./icon.tsx";

export type Tone = "accent" | "success" | "warning" | "danger" | "neutral";

/** A state as a sign and a word; the colour only repeats it. */
export function Chip({ tone, icon, label }: { tone: Tone; icon: IconName; label: string }) {
	return (
		<span class="chip" data-tone={tone}>
			<Icon name={icon} />
			{label}
		</span>
	);
}
