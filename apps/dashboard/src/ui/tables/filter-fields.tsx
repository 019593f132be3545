import type { JSX } from "preact";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { currentQuery } from "../../shell/router.ts";
import { Field } from "../forms/field.tsx";

/** Errors of the typed filters, by name. */
export const FilterProblems = createContext<Readonly<Record<string, string>>>({});

interface FilterFieldProps {
	name: string;
	label: string;
}

export interface TextFilterProps extends FilterFieldProps {
	type?: "text" | "date" | "email";
	inputMode?: "decimal" | "numeric" | "text";
}

/** A filter that is typed; it begins with what the address says. */
export function TextFilter({ name, label, type = "text", inputMode = "text" }: TextFilterProps) {
	const error = useContext(FilterProblems)[name];
	return (
		<Field label={label} error={error}>
			{(control) => (
				<input
					{...({ ...control, type } as JSX.IntrinsicElements["input"])}
					class="input"
					name={name}
					inputMode={inputMode}
					autocomplete="off"
					maxLength={255}
					defaultValue={currentQuery.value.get(name) ?? ""}
				/>
			)}
		</Field>
	);
}

export interface SelectFilterProps extends FilterFieldProps {
	/** Label of the choice without a filter. */
	any: string;
	/** Labels by the gateway's names. */
	choices: Record<string, string>;
}

/** A filter that is one of a few. */
export function SelectFilter({ name, label, any, choices }: SelectFilterProps) {
	const chosen = currentQuery.value.get(name) ?? "";
	return (
		<Field label={label}>
			{(control) => (
				<select {...control} class="input" name={name}>
					<option value="">{any}</option>
					{Object.entries(choices).map(([value, word]) => (
						<option key={value} value={value} selected={value === chosen}>
							{word}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
