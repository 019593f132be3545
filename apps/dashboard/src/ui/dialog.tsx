import type { ComponentChildren, TargetedEvent, VNode } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Button } from "./button.tsx";
import type { Change } from "./forms/change.model.ts";
import { ChangeForm, type ChangeFormProps } from "./forms/change-form.tsx";
import { useChange } from "./forms/fields.tsx";
import { Icon } from "./icon.tsx";
import { Snippet } from "./snippet.tsx";

export interface DialogEnds<Value = unknown> {
	onClose: () => void;
	onDone: (value: Value) => void;
}

/** The dialog that a component renders; another one takes its place. `onDone` is called after it has closed. */
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
	title: string;
	onClose: () => void;
	isBusy?: boolean;
	children: ComponentChildren;
}

/** `close` gives the focus back to where it came from. */
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
	action?: string;
	/** Labels the submit button "Save". */
	saves?: boolean;
	onClose: () => void;
}

export function FormDialog({ title, saves, action = title, change, onClose, ...form }: FormDialogProps) {
	const { save } = useApp().words.shared;
	return (
		<ChangeDialog title={title} change={change} onClose={onClose}>
			<ChangeForm change={change} action={saves ? save : action} onCancel={onClose} {...form} />
		</ChangeDialog>
	);
}

export interface OnlyOnceDialogProps {
	title: string;
	warning: string;
	texts: Record<string, string>;
	kept: string;
	onClose: () => void;
}

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

export interface ConfirmOptions<Value> extends DialogEnds<Value>, Pick<FormDialogProps, "tone" | "keep"> {
	fields?: ComponentChildren;
	send: () => Promise<Value>;
}

/** Asks once before a change, by default one that cannot be undone. The button says the same as the title. */
export function confirmDialog<Value>(title: string, explanation: ComponentChildren, options: ConfirmOptions<Value>) {
	return <ConfirmDialog title={title} explanation={explanation} {...options} />;
}

function ConfirmDialog<Value>(props: ConfirmOptions<Value> & { title: string; explanation: ComponentChildren }) {
	const { tone = "danger", explanation, fields, send, onDone, ...dialog } = props;
	const change = useChange();
	return (
		<FormDialog change={change} tone={tone} onSubmit={() => void change.run(send, onDone)} {...dialog}>
			<p>{explanation}</p>
			{fields}
		</FormDialog>
	);
}

export function UnknownOutcome({ isAsking, onFindOut }: { isAsking: boolean; onFindOut: () => void }) {
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
