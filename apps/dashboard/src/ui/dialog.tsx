import type { ComponentChildren, TargetedEvent, VNode } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Button } from "./button.tsx";
import type { Change } from "./forms/change.model.ts";
import { ChangeForm, type ChangeFormProps } from "./forms/change-form.tsx";
import { useChange } from "./forms/fields.tsx";
import { Icon } from "./icon.tsx";
import { Snippet } from "./snippet.tsx";

/** The two ways out of a dialog. */
export interface DialogEnds<Value = unknown> {
	onClose: () => void;
	onDone: (value: Value) => void;
}

/**
 * The dialog of a component, which renders it: another one takes its place.
 *
 * @param onDone called after the dialog has closed with a result
 */
export function useDialog<Value = unknown>(onDone: (value: Value) => void = () => undefined) {
	const [dialog, setDialog] = useState<VNode>();
	const close = () => setDialog(undefined);
	const ends: DialogEnds<Value> = {
		onClose: close,
		onDone: (value) => {
			close();
			onDone(value);
		},
	};
	return { dialog, open: (next: VNode) => setDialog(next), close, ends };
}

interface DialogProps {
	/** "Refund $31.00 CAD to Visa •••• 1111". */
	title: string;
	/** Also called by Escape. */
	onClose: () => void;
	/** The dialog stays open, so that the user sees the outcome of a payment. */
	isBusy?: boolean;
	children: ComponentChildren;
}

/**
 * The focus begins in the first field, stays in the dialog, and goes back to where it came from: `close` sees to
 * that.
 */
export function Dialog({ title, onClose, isBusy = false, children }: DialogProps) {
	const { words } = useApp();
	const dialog = useRef<HTMLDialogElement>(null);
	const titleId = useId();
	// An earlier Tab would lead on from the opener.
	useLayoutEffect(() => {
		const shown = dialog.current;
		shown?.showModal();
		const field = shown?.querySelector<HTMLInputElement | HTMLSelectElement>("form .input:enabled");
		field?.focus();
		if (field instanceof HTMLInputElement) field.select();
		return () => shown?.close();
	}, []);

	function cancel(event: Event): void {
		event.preventDefault();
		if (!isBusy) onClose();
	}

	/** Chromium lets a page refuse only the first Escape. */
	function closed({ currentTarget }: TargetedEvent<HTMLDialogElement>): void {
		if (!currentTarget.isConnected) return;
		if (isBusy) currentTarget.showModal();
		else onClose();
	}

	return (
		<dialog ref={dialog} class="dialog" aria-labelledby={titleId} onCancel={cancel} onClose={closed}>
			<div class="dialog-head">
				<h2 id={titleId}>{title}</h2>
				<button type="button" class="icon-button" aria-label={words.shared.close} disabled={isBusy} onClick={onClose}>
					<Icon name="cross" />
				</button>
			</div>
			{children}
		</dialog>
	);
}

/** A dialog about a change: its form, or that the outcome of the last request is not known. */
export function ChangeDialog({ title, change, onClose, children }: Omit<DialogProps, "isBusy"> & { change: Change }) {
	const state = change.state.value;
	if (state.kind === "unknown") {
		return (
			<Dialog title={`${title}: ${state.what}`} onClose={onClose} isBusy={state.isAsking}>
				<UnknownOutcome isAsking={state.isAsking} onFindOut={() => void change.findOut()} />
			</Dialog>
		);
	}
	return (
		<Dialog title={title} onClose={onClose} isBusy={state.kind === "sending"}>
			{children}
		</Dialog>
	);
}

export interface FormDialogProps extends Omit<ChangeFormProps, "action" | "onCancel"> {
	title: string;
	/** Label of the submit button; the title by default. */
	action?: string;
	onClose: () => void;
}

/** A dialog with one form. */
export function FormDialog({ title, action = title, change, onClose, ...form }: FormDialogProps) {
	return (
		<ChangeDialog title={title} change={change} onClose={onClose}>
			<ChangeForm change={change} action={action} onCancel={onClose} {...form} />
		</ChangeDialog>
	);
}

export interface OnlyOnceDialogProps {
	title: string;
	/** Says that the texts are shown this once. */
	warning: string;
	/** The texts, keyed by their label. */
	texts: Record<string, string>;
	/** Label of the button: the user has kept the texts. */
	kept: string;
	onClose: () => void;
}

/** Secrets that are shown this once. */
export function OnlyOnceDialog({ title, warning, texts, kept, onClose }: OnlyOnceDialogProps) {
	return (
		<Dialog title={title} onClose={onClose}>
			<div class="section">
				<p class="notice" data-tone="warning" role="status">
					{warning}
				</p>
				{Object.entries(texts).map(([label, text]) => (
					<Snippet key={label} label={label} text={text} />
				))}
				<p>
					<Button label={kept} isPrimary onClick={onClose} />
				</p>
			</div>
		</Dialog>
	);
}

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
