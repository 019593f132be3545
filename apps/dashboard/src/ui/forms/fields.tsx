import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext, useId, useState } from "preact/hooks";
import { useApp } from "../../shell/app.ts";
import { type Change, createChange } from "./change.model.ts";

export function useChange(): Change {
	return useState(() => createChange())[0];
}

/** `outer` outlives the form: reopened after a lost answer, the form first finds out that outcome. */
export function useForm<Values extends object>(first: Values | (() => Values), outer?: Change) {
	const [values, setValues] = useState(first);
	const own = useChange();
	const change = outer ?? own;
	const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
	function field<Name extends keyof Values & string>(name: Name, label = "", hint?: string) {
		const onChange = (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>);
		return { label, hint, value: values[name], error: change.errorOf(name), onChange };
	}
	return { change, values, set, field };
}

interface FieldFrame {
	label: string;
	hint?: string | undefined;
	error?: string | undefined;
	isOptional?: boolean;
}

export interface FieldState<Value> {
	value: Value;
	error?: string | undefined;
	onChange: (value: Value) => void;
}

type FieldProps<Value> = FieldFrame & FieldState<Value>;

type ControlProps = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

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

/** Attributes of `<input>` that a field may set. By default the browser fills nothing in: staff type what others say. */
type InputProps = Pick<
	JSX.IntrinsicElements["input"],
	"type" | "inputMode" | "autocomplete" | "maxLength" | "required" | "disabled" | "spellcheck"
>;

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

export const RequiredFieldsAsked = createContext(false);

type TextFieldProps = FieldProps<string> & InputProps;

export function TextField({ label, hint, error, isOptional = false, value, onChange, ...input }: TextFieldProps) {
	const { words } = useApp();
	const isAsked = useContext(RequiredFieldsAsked);
	const isMissing = isAsked && input.required && isBlank(value);
	const isNoEmail = isAsked && input.type === "email" && !isBlank(value) && !isEmail(value);
	const missing = isMissing ? words.shared.missing : isNoEmail ? words.shared.noEmail : undefined;
	return (
		<Field label={label} hint={hint} error={missing ?? error} isOptional={isOptional}>
			{(control) => (
				<input
					autocomplete="off"
					maxLength={255}
					{...(input as JSX.IntrinsicElements["input"])}
					{...control}
					class="input"
					value={value}
					onInput={(event) => onChange(event.currentTarget.value)}
				/>
			)}
		</Field>
	);
}

export function NumberField(props: TextFieldProps) {
	return <TextField inputMode="numeric" {...props} />;
}

export function MoneyField(props: TextFieldProps) {
	return <TextField inputMode="decimal" {...props} />;
}

export function LongTextField({ maxLength, value, onChange, ...frame }: FieldProps<string> & { maxLength: number }) {
	return (
		<Field {...frame}>
			{(control) => (
				<textarea
					{...control}
					class="input"
					rows={6}
					maxLength={maxLength}
					value={value}
					onInput={(event) => onChange(event.currentTarget.value)}
				/>
			)}
		</Field>
	);
}

export type Choice<Value extends string> = readonly [value: Value, label: string];

interface SelectFieldProps<Value extends string> extends FieldFrame, FieldState<Value> {
	/** Values that are their own labels, values with labels, or labels by value. */
	choices: readonly (Value | Choice<Value>)[] | Readonly<Record<Value, string>>;
}

export function SelectField<Value extends string>({ value, choices, onChange, ...frame }: SelectFieldProps<Value>) {
	const all = Array.isArray(choices) ? choices : Object.entries(choices);
	return (
		<Field {...frame}>
			{(control) => (
				<select {...control} class="input" onChange={(event) => onChange(event.currentTarget.value as Value)}>
					{all.map((one: Value | Choice<Value>) => {
						const [choice, label] = typeof one === "string" ? [one, one] : one;
						return (
							<option key={choice} value={choice} selected={choice === value}>
								{label}
							</option>
						);
					})}
				</select>
			)}
		</Field>
	);
}

export function CheckField({ label, hint, value, onChange }: FieldProps<boolean>) {
	return (
		<label class="choice">
			<input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
			<span>
				{label}
				{hint && <span class="choice-hint small muted">{hint}</span>}
			</span>
		</label>
	);
}

export interface FieldGroupProps {
	legend: string;
	hint?: string;
	error?: string | undefined;
	children: ComponentChildren;
}

export function FieldGroup({ legend, hint, error, children }: FieldGroupProps) {
	const id = useId();
	return (
		<fieldset class="check-group" {...(error && { "aria-describedby": id })}>
			<legend>{legend}</legend>
			{hint && <p class="field-hint">{hint}</p>}
			{children}
			<p id={id} class="field-error">
				{error}
			</p>
		</fieldset>
	);
}

interface CheckGroupProps<Value extends string> extends FieldFrame, FieldState<Value[]> {
	choices: readonly Value[];
}

export function CheckGroup<Value extends string>({ label, choices, value, error, onChange }: CheckGroupProps<Value>) {
	const toggled = (toggle: Value, isOn: boolean) =>
		choices.filter((choice) => (choice === toggle ? isOn : value.includes(choice)));
	return (
		<FieldGroup legend={label} error={error}>
			<div class="check-row">
				{choices.map((choice) => (
					<CheckField
						key={choice}
						label={choice}
						value={value.includes(choice)}
						onChange={(isOn) => onChange(toggled(choice, isOn))}
					/>
				))}
			</div>
		</FieldGroup>
	);
}

interface RadioGroupProps<Value> {
	legend: string;
	name: string;
	choices: readonly (readonly [key: string, value: Value, label: ComponentChildren])[];
	/** The key of the chosen one. */
	chosen: string | undefined;
	isRow?: boolean;
	onChange: (value: Value) => void;
}

export function RadioGroup<Value>({ legend, name, choices, chosen, isRow, onChange }: RadioGroupProps<Value>) {
	return (
		<fieldset class={isRow ? "choices choices-row" : "choices"}>
			<legend class="visually-hidden">{legend}</legend>
			{choices.map(([key, value, label]) => (
				<label key={key} class="choice">
					<input type="radio" name={name} checked={key === chosen} onChange={() => onChange(value)} />
					<span>{label}</span>
				</label>
			))}
		</fieldset>
	);
}

export function OwnPasswordField(field: FieldState<string>) {
	const { session, words } = useApp();
	return (
		<>
			{/* Tells a password manager whose password it is. */}
			<input type="hidden" autocomplete="username" value={session.user.email} />
			<TextField
				{...field}
				label={words.account.password.current}
				type="password"
				autocomplete="current-password"
				maxLength={512}
				required
			/>
		</>
	);
}
