import { useApp } from "./app.ts";
import { rootOf } from "./router.ts";

const order = ["live", "demo"] as const;

export function ModeSwitch() {
	const { session, words } = useApp();
	const { mode } = session.merchant;
	const hints = { live: words.shell.liveHint, demo: words.shell.demoHint };
	if (session.modes.length === 1) {
		return (
			<span class="chip" data-tone={mode === "demo" ? "warning" : "success"} title={hints[mode]}>
				{words.shell.modes[mode]}
			</span>
		);
	}
	return (
		<nav class="mode-switch" aria-label={words.shell.mode}>
			{order.map((one) => (
				<a
					key={one}
					class="mode-link"
					href={rootOf(one)}
					title={hints[one]}
					data-mode={one}
					{...(one === mode && { "aria-current": "true" as const })}
				>
					{words.shell.modes[one]}
				</a>
			))}
		</nav>
	);
}
