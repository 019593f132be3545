import type { Schemas } from "../api/records.ts";
import type { Words } from "../locale/words.ts";
import { useApp } from "../shell/app.ts";
import { FieldGroup, type FieldState, SelectField } from "../ui/forms/fields.tsx";

export type Scope = Schemas["Credential"]["scopes"][number];

const services = ["customer", "plan", "transaction", "eft", "event"] as const;
type Service = (typeof services)[number];

export const allServices: Scope[] = [...services];

export function scopeName(words: Words, scope: Scope): string {
	const { scopes, reading } = words.settings.credentials;
	const [service, narrowed] = scope.split(":") as [Service, string?];
	return narrowed === undefined ? scopes[service] : reading(scopes[service]);
}

type Level = "none" | "read" | "all";

const scopesOf = {
	none: () => [],
	read: (service: Service): Scope[] => [`${service}:read`],
	all: (service: Service): Scope[] => [service],
};

function levelOf(chosen: readonly Scope[], service: Service): Level {
	if (chosen.includes(service)) return "all";
	return chosen.includes(`${service}:read`) ? "read" : "none";
}

export function ScopesField({ value, error, onChange }: FieldState<Scope[]>) {
	const { columns, scopes, access } = useApp().words.settings.credentials;
	const withLevel = (changed: Service, level: Level) =>
		services.flatMap((service) => scopesOf[service === changed ? level : levelOf(value, service)](service));
	return (
		<FieldGroup legend={columns.scopes} error={error}>
			<div class="form-row">
				{services.map((service) => (
					<SelectField
						key={service}
						label={scopes[service]}
						value={levelOf(value, service)}
						choices={access}
						onChange={(level) => onChange(withLevel(service, level))}
					/>
				))}
			</div>
		</FieldGroup>
	);
}
