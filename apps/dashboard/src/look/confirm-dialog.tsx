import type { ComponentChildren, JSX } from "preact";
import { ChangeForm } from "./change-form.tsx";
import { Dialog } from "./dialog.tsx";
import { useChange } from "./use-change.ts";

export interface ConfirmDialogProps<Value> {
	/** Names what it is about: "Revoke Shop server". The button says the same. */
	title: string;
	/** What will be so afterwards. */
	children: ComponentChildren;
	/** What else has to be decided. */
	fields?: ComponentChildren;
	send: () => Promise<Value>;
	onClose: () => void;
	onDone: (value: Value) => void;
}

/** Asks once before what cannot be undone. */
export function ConfirmDialog<Value>(props: ConfirmDialogProps<Value>): JSX.Element {
	const { title, children, fields, send, onClose, onDone } = props;
	const change = useChange();
	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm
				change={change}
				action={title}
				tone="danger"
				onCancel={onClose}
				onSubmit={() => void change.run(send, onDone)}
			>
				<p>{children}</p>
				{fields}
			</ChangeForm>
		</Dialog>
	);
}
