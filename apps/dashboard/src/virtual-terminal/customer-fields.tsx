import type { FieldProblem } from "../api/problem.ts";
import { useApp } from "../shell/app.ts";
import { TextField } from "../ui/forms/fields.tsx";
import { type DetailName, detailNames } from "./plan-charge.ts";

export interface CustomerFieldsProps {
	details: Record<DetailName, string>;
	problems: FieldProblem[];
	onChange: (details: Record<DetailName, string>) => void;
}

const always: readonly DetailName[] = ["first_name", "last_name", "email"];
const further = detailNames.filter((name) => !always.includes(name));

/** The payer's details, all optional; a receipt needs an email address. */
export function CustomerFields(props: CustomerFieldsProps) {
	const { words } = useApp();
	const isOpen = further.some((name) => props.details[name] !== "" || problemOf(props, name) !== undefined);
	return (
		<>
			<div class="form-row">
				{always.map((name) => (
					<DetailField key={name} name={name} {...props} />
				))}
			</div>
			<details open={isOpen}>
				<summary class="more-details">{words.terminal.moreDetails}</summary>
				<div class="form-row">
					{further.map((name) => (
						<DetailField key={name} name={name} {...props} />
					))}
				</div>
			</details>
		</>
	);
}

function DetailField({ name, ...props }: CustomerFieldsProps & { name: DetailName }) {
	const { words } = useApp();
	const { details, onChange } = props;
	return (
		<TextField
			label={words.terminal.detailNames[name]}
			hint={name === "country" ? words.terminal.countryHint : undefined}
			error={problemOf(props, name)}
			type={name === "email" ? "email" : "text"}
			// Staff type what a caller says: their own details must not be filled in.
			value={details[name]}
			onChange={(text) => onChange({ ...details, [name]: text })}
		/>
	);
}

function problemOf({ problems }: CustomerFieldsProps, name: DetailName): string | undefined {
	return problems.find(({ field }) => field === name)?.message;
}
