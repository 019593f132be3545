import type { PageName } from "../addresses.ts";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { pagePermissions } from "../shell/page-permissions.ts";
import { hrefOf } from "../shell/router.ts";
import { Panel } from "../ui/page.tsx";

const steps = {
	charge: "virtualTerminal",
	origin: "origins",
	credential: "credentials",
} as const satisfies Record<keyof Words["overview"]["firstSteps"]["steps"], PageName>;

export function FirstSteps() {
	const { words, may } = useApp();
	const phrases = words.overview.firstSteps;
	const open = Object.entries(steps) as [keyof typeof steps, (typeof steps)[keyof typeof steps]][];
	return (
		<Panel title={phrases.title}>
			<ol class="plain-list">
				{open
					.filter(([, page]) => may(pagePermissions[page]))
					.map(([step, page]) => (
						<li key={step}>
							<a href={hrefOf(page, {})}>{phrases.steps[step].action}</a>
							<p class="muted">{phrases.steps[step].hint}</p>
						</li>
					))}
				<li>
					<a href="/docs">{phrases.docs.action}</a>
					<p class="muted">{phrases.docs.hint}</p>
				</li>
			</ol>
		</Panel>
	);
}
