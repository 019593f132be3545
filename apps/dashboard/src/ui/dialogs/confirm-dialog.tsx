import type { ComponentChildren } from "preact";
import { useChange } from "../forms/use-form.ts";
import { type DialogEnds, FormDialog, type FormDialogProps } from "./dialog.tsx";

export interface ConfirmDialogProps<Value> extends DialogEnds<Value>, Pick<FormDialogProps, "title" | "tone" | "keep"> {
	/** The effect of confirming. */
	children: ComponentChildren;
	/** Further fields of the decision. */
	fields?: ComponentChildren;
	send: () => Promise<Value>;
}

/** Asks once before a change, by default one that cannot be undone. The button says the same as the title. */
export function ConfirmDialog<Value>(props: ConfirmDialogProps<Value>) {
	const { tone = "danger", children, fields, send, onDone, ...dialog } = props;
	const change = useChange();
	return (
		<FormDialog change={change} tone={tone} onSubmit={() => void change.run(send, onDone)} {...dialog}>
			<p>{children}</p>
			{fields}
		</FormDialog>
	);
}
