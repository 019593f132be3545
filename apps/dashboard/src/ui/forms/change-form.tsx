import type { ComponentChildren, JSX } from "preact";
import { useApp } from "../../shell/app.ts";
import { sentenceOf } from "../loading/states.tsx";
import type { FormProgress } from "./change.model.ts";

export interface ChangeFormProps {
	change: FormProgress;
	/** Label of the submit button. */
	action: string;
	/** A page has one primary action; what cannot be taken back is marked. */
	tone?: "primary" | "quiet" | "danger";
	onSubmit: () => void;
	onCancel?: (() => void) | undefined;
	/** Label of the button of `onCancel`: "Cancel" unless the form cancels or ends something. */
	keep?: string;
	/** Its fields. */
	children?: ComponentChildren;
}

const buttonClasses = { primary: "button", quiet: "button-quiet", danger: "button button-danger" };

/** A form that asks for one change, and says why when it was not carried out. */
export function ChangeForm({
	change,
	action,
	tone = "primary",
	onSubmit,
	onCancel,
	keep,
	children,
}: ChangeFormProps): JSX.Element {
	const { words } = useApp();
	const state = change.state.value;
	const isSending = state.kind === "sending";
	return (
		<form
			class="form"
			noValidate
			aria-busy={isSending}
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
		>
			{children}
			<p class="field-error" role="alert">
				{state.kind === "failed" ? sentenceOf(words, state.problem) : ""}
			</p>
			<div class="form-actions">
				<button type="submit" class={buttonClasses[tone]} aria-disabled={isSending}>
					{action}
				</button>
				{onCancel && (
					<button type="button" class="button-quiet" disabled={isSending} onClick={onCancel}>
						{keep ?? words.shared.cancel}
					</button>
				)}
			</div>
		</form>
	);
}
