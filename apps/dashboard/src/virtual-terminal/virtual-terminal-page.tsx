import type { JSX } from "preact";
import { PageHead } from "../look/page-head.tsx";
import { useApp } from "../shell/app.ts";

/** Takes a card by phone. */
export function VirtualTerminalPage(): JSX.Element {
	const { words } = useApp();
	return <PageHead title={words.terminal.title} />;
}
