import { Icon, type IconName } from "./icon.tsx";

export interface Look {
	tone: "accent" | "success" | "warning" | "danger" | "neutral";
	icon: IconName;
}

export function Chip({ tone, icon, label }: Look & { label: string }) {
	return (
		<span class="chip" data-tone={tone}>
			<Icon name={icon} />
			{label}
		</span>
	);
}
