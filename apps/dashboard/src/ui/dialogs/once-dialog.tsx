import type { ComponentChildren } from "preact";
import type { Once } from "../forms/once.model.ts";
import { Dialog } from "./dialog.tsx";
import { UnknownOutcome } from "./unknown-outcome.tsx";

export interface OnceDialogProps {
	title: string;
	/** Outlives the dialog: reopening it after a lost response first finds out that outcome. */
	request: Once;
	onClose: () => void;
	/** Its form. */
	children: ComponentChildren;
}

/** A dialog about something that must not happen twice: its form, or that the outcome of the last one is not known. */
export function OnceDialog({ title, request, onClose, children }: OnceDialogProps) {
	const state = request.state.value;
	if (state.kind === "unknown") {
		return (
			<Dialog title={`${title}: ${state.what}`} onClose={onClose} isBusy={state.isAsking}>
				<UnknownOutcome isAsking={state.isAsking} onFindOut={() => void request.findOut()} />
			</Dialog>
		);
	}
	return (
		<Dialog title={title} onClose={onClose} isBusy={state.kind === "sending"}>
			{children}
		</Dialog>
	);
}
