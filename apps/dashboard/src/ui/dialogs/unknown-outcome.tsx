import { useApp } from "../../shell/app.ts";

export interface UnknownOutcomeProps {
	/** True while the gateway is being asked again. */
	isAsking: boolean;
	onFindOut: () => void;
}

/** Says that the outcome is unknown and that asking again is safe. */
export function UnknownOutcome({ isAsking, onFindOut }: UnknownOutcomeProps) {
	const { unknownOutcome, sending } = useApp().words.transactions;
	return (
		<div class="notice" data-tone="warning" role="alert">
			<p>
				<strong>{unknownOutcome.title}</strong>
			</p>
			<p>{unknownOutcome.explanation}</p>
			<p>
				<button type="button" class="button-quiet" aria-disabled={isAsking} onClick={onFindOut}>
					{isAsking ? sending : unknownOutcome.findOut}
				</button>
			</p>
		</div>
	);
}
