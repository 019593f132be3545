import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "../../locale/problem-words.ts";
import { useApp } from "../../shell/app.ts";
import type { Change } from "./change.model.ts";
import { isUnfilled, RequiredFieldsAsked } from "./fields.tsx";

export interface ChangeFormProps {
	change: Change;
	action: string;
	/** A page has one primary action; what cannot be taken back is marked. */
	tone?: "primary" | "quiet" | "danger";
	onSubmit: () => void;
	onCancel?: () => void;
	/** Label of the button of `onCancel`: "Cancel" unless the form cancels or ends something. */
	keep?: string;
	children?: ComponentChildren;
}

const buttonClasses = { primary: "button", quiet: "button-quiet", danger: "button button-danger" };

export function ChangeForm({ change, action, tone = "primary", onSubmit, onCancel, keep, children }: ChangeFormProps) {
	const { words } = useApp();
	const state = change.state.value;
	const isSending = state.kind === "sending";
	const form = useRef<HTMLFormElement>(null);
	const [isAsked, setAsked] = useState(false);
	const [isShownAtField, setShownAtField] = useState(false);
	// Before it is painted: an error that stands at its field is not repeated below.
	useLayoutEffect(() => {
		const field = form.current?.querySelector<HTMLElement>(".field-error:not([role]):not(:empty)");
		setShownAtField(state.kind === "failed" && state.problem.fields.length > 0 && Boolean(field));
		if (state.kind === "failed") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [state]);

	/** An unfilled field is asked for before anything is sent, and so before the password. */
	function submit(event: SubmitEvent): void {
		event.preventDefault();
		const empty = [...(form.current?.querySelectorAll("input") ?? [])].find(isUnfilled);
		setAsked(empty !== undefined);
		if (empty === undefined) onSubmit();
		else empty.focus();
	}

	return (
		<form ref={form} class="form" noValidate aria-busy={isSending} onSubmit={submit}>
			<RequiredFieldsAsked.Provider value={isAsked}>{children}</RequiredFieldsAsked.Provider>
			<p class="field-error" role="alert">
				{state.kind === "failed" && !isShownAtField ? sentenceOf(words, state.problem) : ""}
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
