import type { ComponentChildren } from "preact";
import { ChangeForm } from "../forms/change-form.tsx";
import { useChange } from "../forms/use-change.ts";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps<Value> {
	/** Names what it is about: "Revoke Shop server". The button says the same. */
	title: string;
	/** An action that can be undone is not marked. */
	tone?: "primary" | "danger";
	/** Label of the button that changes nothing, by default "Cancel": another one if the question is about cancelling. */
	keep?: string;
	/** The effect of confirming. */
	children: ComponentChildren;
	/** Further fields of the decision. */
	fields?: ComponentChildren;
	send: () => Promise<Value>;
	onClose: () => void;
	onDone: (value: Value) => void;
}

/** Asks once before a change, by default one that cannot be undone. */
export function ConfirmDialog<Value>(props: ConfirmDialogProps<Value>) {
	const { title, tone = "danger", keep, children, fields, send, onClose, onDone } = props;
	const change = useChange();
	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm
				change={change}
				action={title}
				tone={tone}
				onCancel={onClose}
				{...(keep !== undefined && { keep })}
				onSubmit={() => void change.run(send, onDone)}
			>
				<p>{children}</p>
				{fields}
			</ChangeForm>
		</Dialog>
	);
}
