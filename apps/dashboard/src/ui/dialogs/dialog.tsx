import type { ComponentChildren, TargetedEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../shell/app.ts";
import { Icon } from "../icon.tsx";

export interface DialogProps {
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
