import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { currentMatch } from "../shell/router.ts";
import { TabbedHead } from "../ui/page.tsx";

export function SettingsHead({ children }: { children?: ComponentChildren }) {
	const { words } = useApp();
	const { tabs } = words.settings;
	const title = words.shell.pages.settings;
	const titles: Record<string, string> = { ...tabs, settings: title };
	return (
		<TabbedHead title={titles[currentMatch.value?.name ?? ""] ?? title} label={title} tabs={tabs}>
			{children}
		</TabbedHead>
	);
}
