import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { TextField } from "../ui/forms/field.tsx";
import { isBlankTaxNumber } from "./changed-settings.ts";

type TaxNumber = Schemas["TaxNumber"];

const maximumNumbers = 4;

export interface TaxNumberFieldsProps {
	numbers: TaxNumber[];
	errorOf: (field: string) => string | undefined;
	onChange: (numbers: TaxNumber[]) => void;
}

/** The merchant's registrations for taxes, a name and a number each. */
export function TaxNumberFields({ numbers, errorOf, onChange }: TaxNumberFieldsProps) {
	const phrases = useApp().words.settings.taxNumbers;
	const change = (place: number, changes: Partial<TaxNumber>) =>
		onChange(numbers.map((one, at) => (at === place ? { ...one, ...changes } : one)));
	/** Blank ones are not sent. */
	const sentPlaceOf = (place: number) => numbers.slice(0, place).filter((one) => !isBlankTaxNumber(one)).length;
	return (
		<fieldset class="check-group">
			<legend>{phrases.legend}</legend>
			<div class="form">
				<p class="field-hint">{phrases.hint}</p>
				{numbers.map((one, place) => (
					<div class="form-row" key={place}>
						<TextField
							label={phrases.label(place + 1)}
							autocomplete="off"
							maxLength={30}
							error={errorOf(`tax_numbers.${sentPlaceOf(place)}.label`)}
							value={one.label}
							onText={(label) => change(place, { label })}
						/>
						<TextField
							label={phrases.number(place + 1)}
							autocomplete="off"
							maxLength={40}
							error={errorOf(`tax_numbers.${sentPlaceOf(place)}.number`)}
							value={one.number}
							onText={(number) => change(place, { number })}
						/>
					</div>
				))}
				{errorOf("tax_numbers") && <p class="field-error">{errorOf("tax_numbers")}</p>}
				{numbers.length < maximumNumbers && (
					<p>
						<button
							type="button"
							class="button-quiet button-small"
							onClick={() => onChange([...numbers, { label: "", number: "" }])}
						>
							{phrases.add}
						</button>
					</p>
				)}
			</div>
		</fieldset>
	);
}
