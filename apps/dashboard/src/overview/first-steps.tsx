import type { PageName } from "../addresses.ts";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { pagePermissions } from "../shell/page-permissions.ts";
import { hrefOf } from "../shell/router.ts";

/** The page of each step, in order. */
const steps = {
	charge: "virtualTerminal",
	origin: "origins",
	credential: "credentials",
} as const satisfies Record<keyof Words["overview"]["firstSteps"]["steps"], PageName>;

/** The first steps of a merchant without a payment. */
export function FirstSteps() {
	const { words, may } = useApp();
	const phrases = words.overview.firstSteps;
	const open = Object.entries(steps) as [keyof typeof steps, (typeof steps)[keyof typeof steps]][];
	return (
		<section class="panel section" aria-labelledby="first-steps">
			<h2 id="first-steps">{phrases.title}</h2>
			<ol class="plain-list">
				{open
					.filter(([, page]) => {
						const permission = pagePermissions[page];
						return permission === undefined || may(permission);
					})
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
		</section>
	);
}
