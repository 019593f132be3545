import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { TabbedHead } from "../ui/page.tsx";

export function DevelopersHead({ children }: { children?: ComponentChildren }) {
	const { words } = useApp();
	const title = words.shell.pages.developers;
	return (
		<TabbedHead title={title} label={title} tabs={words.developers.tabs}>
			{children}
		</TabbedHead>
	);
}
