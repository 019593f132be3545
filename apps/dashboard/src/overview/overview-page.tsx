import type { JSX } from "preact";
import { PageHead } from "../look/page-head.tsx";
import { useApp } from "../shell/app.ts";

/** The first page: how the day and the month are going. */
export function OverviewPage(): JSX.Element {
	const { words } = useApp();
	return <PageHead title={words.overview.title} />;
}
