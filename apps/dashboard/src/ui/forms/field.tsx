import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext, useId } from "preact/hooks";
import { useApp } from "../../shell/app.ts";

interface FieldFrame {
	label: string;
	hint?: string | undefined;
	/** The error of the typed value; the field is then marked as invalid. */
	error?: string | undefined;
	isOptional?: boolean;
}

type ControlProps = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

/** Label, control, and hint or error, tied together for those who do not see them beside each other. */
export function Field({
	label,
	hint,
	error,
	isOptional,
	children,
}: FieldFrame & { children: (control: ControlProps) => ComponentChildren }) {
	const { words } = useApp();
	const id = useId();
	const note = error || hint;
	return (
		<div class="field">
			<label for={id}>
				{label}
				{isOptional && <span class="muted"> ({words.shared.optional})</span>}
			</label>
			{children({ id, ...(error && { "aria-invalid": true }), ...(note && { "aria-describedby": `${id}-note` }) })}
			{note && (
				<p id={`${id}-note`} class={error ? "field-error" : "field-hint"}>
					{note}
				</p>
			)}
		</div>
	);
}

/** Attributes of `<input>` that a field may set. */
type InputProps = Pick<
	JSX.IntrinsicElements["input"],
	"name" | "type" | "inputMode" | "autocomplete" | "maxLength" | "min" | "max" | "required" | "disabled" | "spellcheck"
>;

export type TextFieldProps = FieldFrame & InputProps & { value: string; onText: (text: string) => void };

function isBlank(value: string): boolean {
	return value.trim() === "";
}

function isEmail(value: string): boolean {
	return /^[^\s@]+@[^\s@]+$/.test(value.trim());
}

/** Returns true for a field that a form must not be sent with. */
export function isUnfilled({ required, type, value }: Pick<HTMLInputElement, "required" | "type" | "value">): boolean {
	return isBlank(value) ? required : type === "email" && !isEmail(value);
}

/** True once a form was sent with an unfilled field. */
export const RequiredFieldsAsked = createContext(false);

/** A line of text, a date, an amount. */
export function TextField({ label, hint, error, isOptional, value, onText, ...input }: TextFieldProps) {
	const { words } = useApp();
	const isAsked = useContext(RequiredFieldsAsked);
	const isMissing = isAsked && input.required && isBlank(value);
	const isNoEmail = isAsked && input.type === "email" && !isBlank(value) && !isEmail(value);
	const missing = isMissing ? words.shared.missing : isNoEmail ? words.shared.noEmail : undefined;
	return (
		<Field label={label} hint={hint} error={missing ?? error} isOptional={isOptional ?? false}>
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

export interface LongTextFieldProps extends FieldFrame {
	maxLength: number;
	value: string;
	onText: (text: string) => void;
}

/** A text of several lines. */
export function LongTextField({ maxLength, value, onText, ...frame }: LongTextFieldProps) {
	return (
		<Field {...frame}>
			{(control) => (
				<textarea
					{...control}
					class="input"
					rows={6}
					maxLength={maxLength}
					value={value}
					onInput={(event) => onText(event.currentTarget.value)}
				/>
			)}
		</Field>
	);
}

export interface Choice {
	value: string;
	label: string;
}

export interface SelectFieldProps extends FieldFrame {
	value: string;
	choices: Choice[];
	onChoose: (value: string) => void;
}

/** One of a few. */
export function SelectField({ value, choices, onChoose, ...frame }: SelectFieldProps) {
	return (
		<Field {...frame}>
			{(control) => (
				<select {...control} class="input" onChange={(event) => onChoose(event.currentTarget.value)}>
					{choices.map((choice) => (
						<option key={choice.value} value={choice.value} selected={choice.value === value}>
							{choice.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}

export interface CheckFieldProps {
	label: string;
	hint?: string;
	isChecked: boolean;
	onCheck: (isChecked: boolean) => void;
}

/** Yes or no, with its words as a part of what is pressed. */
export function CheckField({ label, hint, isChecked, onCheck }: CheckFieldProps) {
	return (
		<label class="choice">
			<input type="checkbox" checked={isChecked} onChange={(event) => onCheck(event.currentTarget.checked)} />
			<span>
				{label}
				{hint && <span class="choice-hint small muted">{hint}</span>}
			</span>
		</label>
	);
}

export interface CheckGroupProps<Value extends string> {
	legend: string;
	choices: Value[];
	labelOf: (value: Value) => string;
	chosen: Value[];
	error?: string | undefined;
	/** In the order of `choices`. */
	onChange: (chosen: Value[]) => void;
}

/** Any of a few. */
export function CheckGroup<Value extends string>(props: CheckGroupProps<Value>) {
	const { legend, choices, labelOf, chosen, error, onChange } = props;
	const id = useId();
	const toggled = (value: Value, isOn: boolean) =>
		choices.filter((choice) => (choice === value ? isOn : chosen.includes(choice)));
	return (
		<fieldset class="check-group" {...(error && { "aria-describedby": id })}>
			<legend>{legend}</legend>
			<div class="check-row">
				{choices.map((value) => (
					<CheckField
						key={value}
						label={labelOf(value)}
						isChecked={chosen.includes(value)}
						onCheck={(isOn) => onChange(toggled(value, isOn))}
					/>
				))}
			</div>
			<p id={id} class="field-error">
				{error}
			</p>
		</fieldset>
	);
}
