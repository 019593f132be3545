import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { useApp } from "../shell/app.ts";

interface FieldFrame {
	label: string;
	hint?: string | undefined;
	/** What is wrong with what was typed; the field is then marked. */
	error?: string | undefined;
	isOptional?: boolean;
}

type ControlProps = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

/** Label, control, hint and error, tied together for those who do not see them beside each other. */
export function Field({
	label,
	hint,
	error,
	isOptional,
	children,
}: FieldFrame & { children: (control: ControlProps) => ComponentChildren }): JSX.Element {
	const { words } = useApp();
	const id = useId();
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	return (
		<div class="field">
			<label for={id}>
				{label}
				{isOptional && <span class="muted"> ({words.shared.optional})</span>}
			</label>
			{children({ id, ...(error && { "aria-invalid": true }), ...(described && { "aria-describedby": described }) })}
			{hint && (
				<p id={`${id}-hint`} class="field-hint">
					{hint}
				</p>
			)}
			{error && (
				<p id={`${id}-error`} class="field-error">
					{error}
				</p>
			)}
		</div>
	);
}

/** What of an `<input>` a field may set. */
type InputProps = Pick<
	JSX.IntrinsicElements["input"],
	"name" | "type" | "inputMode" | "autocomplete" | "maxLength" | "min" | "max" | "required" | "disabled" | "spellcheck"
>;

export type TextFieldProps = FieldFrame & InputProps & { value: string; onText: (text: string) => void };

/** A line of text, a date, an amount. */
export function TextField({ label, hint, error, isOptional, value, onText, ...input }: TextFieldProps): JSX.Element {
	return (
		<Field label={label} hint={hint} error={error} isOptional={isOptional ?? false}>
			{(control) => (
				<input
					{...(input as JSX.IntrinsicElements["input"])}
					{...control}
					class="input"
					value={value}
					onInput={(event) => onText(event.currentTarget.value)}
				/>
			)}
		</Field>
	);
}
