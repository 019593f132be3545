import { type FieldError, fieldProblem, lineOfText, refuseFields } from "@cardseal/platform";
import type { AccountField, AccountSecrets } from "@cardseal/vault";

/** A private key in PEM. */
const maximumSecretLength = 8_192;

export interface AccountValues {
	all: AccountSecrets;
	shown: Record<string, string>;
}

/** @throws Problem 400 for each wrong field, without its value */
export function readAccountFields(
	fields: readonly AccountField[],
	given: Readonly<Record<string, string>>,
): AccountValues {
	const unknown = namesWithoutField(fields, given);
	const values = fields.map((field) => ({ field, value: (given[field.name] ?? "").trim() }));
	refuseFields([
		...unknown.map(() => unknownField(fields)),
		...values.flatMap(({ field, value }) => problemOf(field, value) ?? []),
	]);
	const filled = values.filter(({ value }) => value !== "");
	const recordOf = (some: typeof filled) => Object.fromEntries(some.map(({ field, value }) => [field.name, value]));
	return { all: recordOf(filled), shown: recordOf(filled.filter(({ field }) => !field.isSecret)) };
}

/**
 * @param stored the values that are no secrets
 * @returns the changes, in which an empty value removes a field, and the new values that are no secrets
 * @throws Problem 400 for each wrong field, without its value
 */
export function readChangedFields(
	fields: readonly AccountField[],
	{ given, stored }: { given: Readonly<Record<string, string>>; stored: Readonly<Record<string, string>> },
): { changes: Record<string, string>; shown: Record<string, string> } {
	if (namesWithoutField(fields, given).length > 0) throw fieldProblem([unknownField(fields)]);
	const named = fields.filter(({ name }) => Object.hasOwn(given, name));
	const values = readAccountFields(named, given);
	const isSame = ({ name, isSecret }: AccountField) => !isSecret && stored[name] === values.all[name];
	const changed = named.filter((field) => !isSame(field));
	const [fixed, ...others] = changed.filter(({ isIdentity }) => isIdentity === true).map(fixedField);
	if (fixed !== undefined) throw fieldProblem([fixed, ...others]);
	if (changed.length === 0) throw fieldProblem([nothingToChange]);
	const changes = Object.fromEntries(changed.map(({ name }) => [name, values.all[name] ?? ""]));
	const kept = Object.entries(stored).filter(([name]) => !Object.hasOwn(changes, name));
	const isShown = ({ name, isSecret }: AccountField) => !isSecret && changes[name] !== "";
	const shown = changed.filter(isShown).map(({ name }) => [name, changes[name] ?? ""] as const);
	return { changes, shown: Object.fromEntries([...kept, ...shown]) };
}

const nothingToChange: FieldError = {
	field: "fields",
	reason: "field_required",
	message: "Give at least one field with a new value.",
};

function fixedField({ name, label }: AccountField): FieldError {
	return {
		field: `fields.${name}`,
		reason: "field_invalid",
		message: `${label} names another account at the processor, where earlier charges cannot be refunded. Add that one instead.`,
	};
}

function namesWithoutField(fields: readonly AccountField[], given: Readonly<Record<string, string>>): string[] {
	return Object.keys(given).filter((name) => !fields.some((field) => field.name === name));
}

/** The unknown name may be a secret. */
function unknownField(fields: readonly AccountField[]): FieldError {
	const names = fields.map(({ name }) => name).join(", ");
	return { field: "fields", reason: "field_invalid", message: `The account's fields are ${names}.` };
}

function problemOf({ name, label, isSecret, isOptional }: AccountField, value: string): FieldError | undefined {
	const field = `fields.${name}`;
	if (value === "" && isOptional !== true) {
		return { field, reason: "field_required", message: `Give the account's ${label} (${name}).` };
	}
	if (isSecret) {
		if (value.length <= maximumSecretLength) return undefined;
		return { field, reason: "field_invalid", message: `${label}: use at most ${maximumSecretLength} characters.` };
	}
	const line = lineOfText.safeParse(value);
	if (line.success) return undefined;
	return { field, reason: "field_invalid", message: `${label}: ${line.error.issues[0]?.message ?? "another value."}` };
}
