import { useEffect, useState } from "preact/hooks";
import { useApp } from "../../shell/app.ts";

const slowAfterMs = 3_000;

/** Says that a payment takes longer than usual, once it has been in flight for 3 s. */
export function SlowNotice({ isBusy }: { isBusy: boolean }) {
	const { words } = useApp();
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		setSlow(false);
		if (!isBusy) return undefined;
		const timer = setTimeout(() => setSlow(true), slowAfterMs);
		return () => clearTimeout(timer);
	}, [isBusy]);
	return (
		<p class="slow-notice small muted" role="status">
			{isSlow ? words.transactions.takingLonger : ""}
		</p>
	);
}
