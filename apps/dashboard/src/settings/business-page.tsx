import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import {
	CheckField,
	CheckGroup,
	FieldGroup,
	type FieldState,
	MoneyField,
	NumberField,
	SelectField,
	TextField,
	useForm,
} from "../ui/forms/fields.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { News } from "../ui/page.tsx";
import { changedSettings, isBlankTaxNumber, type Settings } from "./changed-settings.ts";
import { GoLivePanel } from "./go-live-panel.tsx";
import { LogoPanel } from "./logo-panel.tsx";
import { SettingsHead } from "./settings-head.tsx";

export function BusinessPage() {
	const { api } = useApp();
	const settings = useResource(async (signal) => {
		const [current, choices] = await Promise.all([
			api.get("/settings", { signal }),
			api.get("/settings/choices", { signal }),
		]);
		return { current, choices };
	}, "");
	return (
		<>
			<SettingsHead />
			<Loaded resource={settings}>
				{({ current, choices }) => (
					<>
						<SettingsForm current={current} choices={choices} />
						<LogoPanel current={current.logo} name={current.name} />
					</>
				)}
			</Loaded>
			<GoLivePanel />
		</>
	);
}

const switches = [
	"sends_receipts",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
] as const;

function typedOf(settings: Settings) {
	return {
		...settings,
		reply_to: settings.reply_to ?? "",
		contact_phone: settings.contact_phone ?? "",
		contact_address: settings.contact_address ?? "",
		statement_text: settings.statement_text ?? "",
		three_d_secure_above: String(settings.three_d_secure_above ?? ""),
		three_d_secure_outside: settings.three_d_secure_outside ?? "",
		retry_days: settings.retry_days.join(", "),
	};
}

function SettingsForm({ current, choices }: { current: Settings; choices: Schemas["SettingsChoices"] }) {
	const { api, words, renewSession } = useApp();
	const [saved, setSaved] = useState(current);
	const [isSaved, setIsSaved] = useState(false);
	const phrases = words.settings;
	const form = useForm(() => typedOf(current));
	const { change, values, set } = form;
	const hints: { [Name in string]?: string } = phrases.hints;
	const field = <Name extends keyof typeof phrases.fields>(name: Name) =>
		form.field(name, phrases.fields[name], hints[name]);
	const { portal } = values;
	const portalField = (name: keyof typeof portal) => ({
		value: portal[name],
		onChange: (isOn: boolean) => set({ portal: { ...portal, [name]: isOn } }),
	});

	function save(): void {
		const { three_d_secure_above: above, retry_days: days } = values;
		const draft = { ...values, three_d_secure_above: amountIn(above), retry_days: daysIn(days) };
		void change.run(
			() => api.patch("/settings", { body: changedSettings(saved, draft) }),
			(answer) => {
				setSaved(answer);
				set(typedOf(answer));
				setIsSaved(true);
				renewSession();
			},
		);
	}

	return (
		<div class="panel" onInput={() => setIsSaved(false)}>
			<ChangeForm change={change} action={words.shared.save} onSubmit={save}>
				<TextField {...field("name")} autocomplete="organization" />
				<SelectField
					{...field("time_zone")}
					choices={choices.time_zones.map((zone) => [zone, zone.replaceAll("_", " ")])}
				/>
				<CheckGroup {...field("currencies")} choices={choices.currencies} />
				<h2>{phrases.mail}</h2>
				<div class="check-group">
					{switches.map((name) => (
						<CheckField key={name} {...field(name)} />
					))}
				</div>
				<TextField {...field("reply_to")} isOptional type="email" autocomplete="email" />
				<TextField {...field("contact_phone")} hint={phrases.contactHint} isOptional type="tel" autocomplete="tel" />
				<TextField {...field("contact_address")} hint={phrases.contactHint} isOptional autocomplete="street-address" />
				<TextField {...field("statement_text")} isOptional maxLength={22} />
				<TaxNumberFields {...field("tax_numbers")} errorOf={change.errorOf} />
				<SelectField {...field("language")} choices={phrases.languages} />
				<CheckField {...field("both_languages")} />
				<h2>{phrases.threeDSecure}</h2>
				<SelectField {...field("three_d_secure")} choices={phrases.threeDSecureRules} />
				<MoneyField {...field("three_d_secure_above")} isOptional maxLength={10} />
				<TextField {...field("three_d_secure_outside")} isOptional maxLength={2} />
				<h2>{phrases.retries}</h2>
				<NumberField {...field("retry_days")} required />
				<h2>{phrases.portal}</h2>
				<p class="small muted long-word">
					{phrases.portalHint} <a href={values.portal_url}>{values.portal_url}</a>
				</p>
				<CheckField {...portalField("pause")} label={phrases.portalPause} />
				<CheckField {...portalField("cancel")} label={phrases.portalCancel} />
				<h2>{phrases.cardForm}</h2>
				<CheckField {...field("hosted_form_only")} />
				<h2>{phrases.bankChecks}</h2>
				<p class="small muted">{phrases.bankChecksHint}</p>
				<CheckField {...field("rejects_avs_no_match")} />
				<CheckField {...field("rejects_cvv_no_match")} />
				<News text={isSaved && phrases.saved} />
			</ChangeForm>
		</div>
	);
}

/** The gateway refuses 0, which stands for text that is no number. */
function daysIn(text: string): number[] {
	return text
		.split(/[,;\s]+/)
		.filter((day) => day !== "")
		.map((day) => Number(day) || 0);
}

function amountIn(text: string): number | string | null {
	const typed = text.trim().replace(",", ".");
	if (typed === "") return null;
	return Number.isNaN(Number(typed)) ? typed : Number(typed);
}

type TaxNumber = Schemas["TaxNumber"];

const maximumNumbers = 4;

interface TaxNumberFieldsProps extends FieldState<TaxNumber[]> {
	label: string;
	errorOf: (field: string) => string | undefined;
}

function TaxNumberFields({ label, value: numbers, error, errorOf, onChange }: TaxNumberFieldsProps) {
	const phrases = useApp().words.settings.taxNumbers;
	function fieldOf(place: number, name: keyof TaxNumber) {
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
