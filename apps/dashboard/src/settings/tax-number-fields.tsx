import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { FieldGroup, type FieldState, TextField } from "../ui/forms/fields.tsx";
import { isBlankTaxNumber } from "./changed-settings.ts";

type TaxNumber = Schemas["TaxNumber"];

const maximumNumbers = 4;

interface TaxNumberFieldsProps extends FieldState<TaxNumber[]> {
	label: string;
	errorOf: (field: string) => string | undefined;
}

export function TaxNumberFields({ label, value: numbers, error, errorOf, onChange }: TaxNumberFieldsProps) {
	const phrases = useApp().words.settings.taxNumbers;
	function fieldOf(place: number, name: keyof TaxNumber) {
		/** Blank ones are not sent. */
		const sentPlace = numbers.slice(0, place).filter((one) => !isBlankTaxNumber(one)).length;
		return {
			value: numbers[place]?.[name] ?? "",
			error: errorOf(`tax_numbers.${sentPlace}.${name}`),
			onChange: (text: string) => onChange(numbers.map((one, at) => (at === place ? { ...one, [name]: text } : one))),
		};
	}
	return (
		<FieldGroup legend={label} error={error}>
			<div class="form">
				<p class="field-hint">{phrases.hint}</p>
				{numbers.map((_, place) => (
					<div class="form-row" key={place}>
						<TextField {...fieldOf(place, "label")} label={phrases.label(place + 1)} maxLength={30} />
						<TextField {...fieldOf(place, "number")} label={phrases.number(place + 1)} maxLength={40} />
					</div>
				))}
				{numbers.length < maximumNumbers && (
					<p>
						<Button label={phrases.add} isSmall onClick={() => onChange([...numbers, { label: "", number: "" }])} />
					</p>
				)}
			</div>
		</FieldGroup>
	);
}
