import { useApp } from "../shell/app.ts";
import { type FieldState, TextField } from "../ui/forms/fields.tsx";
import { type DetailName, detailNames } from "./plan-charge.ts";

const always: readonly DetailName[] = ["first_name", "last_name", "email"];
const further = detailNames.filter((name) => !always.includes(name));

/** The payer's details, all optional; a receipt needs an email address. */
export function CustomerFields({ fieldOf }: { fieldOf: (name: DetailName) => FieldState<string> }) {
	const { words } = useApp();
	const isOpen = further.some((name) => fieldOf(name).value !== "" || fieldOf(name).error !== undefined);
	const fieldsOf = (names: readonly DetailName[]) => (
		<div class="form-row">
			{names.map((name) => (
				<TextField
					key={name}
					{...fieldOf(name)}
					label={words.customers.fields[name]}
					hint={name === "country" ? words.customers.countryHint : undefined}
					type={name === "email" ? "email" : "text"}
				/>
			))}
		</div>
	);
	return (
		<>
			{fieldsOf(always)}
			<details open={isOpen}>
				<summary class="more-details">{words.terminal.moreDetails}</summary>
				{fieldsOf(further)}
			</details>
		</>
	);
}
