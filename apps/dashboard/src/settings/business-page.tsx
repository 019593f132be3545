import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { CheckField, CheckGroup, SelectField, TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { changedSettings, type Draft, type Settings } from "./changed-settings.ts";
import { GoLivePanel } from "./go-live-panel.tsx";
import { LogoPanel } from "./logo-panel.tsx";
import { SettingsHead } from "./settings-head.tsx";
import { TaxNumberFields } from "./tax-number-fields.tsx";

type Choices = Schemas["SettingsChoices"];

/** The business's name, time zone, currencies and email settings. */
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

function SettingsForm({ current, choices }: { current: Settings; choices: Choices }) {
	const { api, words, renewSession } = useApp();
	const [saved, setSaved] = useState(current);
	const [draft, setDraft] = useState<Draft>(current);
	const [retryDays, setRetryDays] = useState(current.retry_days.join(", "));
	const [isSaved, setIsSaved] = useState(false);
	const change = useChange();
	const phrases = words.settings;

	function set(changes: Partial<Draft>): void {
		setDraft({ ...draft, ...changes });
		setIsSaved(false);
	}

	function save(): void {
		const body = changedSettings(saved, draft);
		void change.run(
			() => api.patch("/settings", { body }),
			(answer) => {
				setSaved(answer);
				setDraft(answer);
				setRetryDays(answer.retry_days.join(", "));
				setIsSaved(true);
				renewSession();
			},
		);
	}

	return (
		<div class="panel">
			<ChangeForm change={change} action={words.shared.save} onSubmit={save}>
				<TextField
					label={phrases.name}
					hint={phrases.nameHint}
					maxLength={255}
					autocomplete="organization"
					error={change.errorOf("name")}
					value={draft.name}
					onText={(name) => set({ name })}
				/>
				<SelectField
					label={phrases.timeZone}
					hint={phrases.timeZoneHint}
					error={change.errorOf("time_zone")}
					value={draft.time_zone}
					choices={choices.time_zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
					onChoose={(zone) => set({ time_zone: zone })}
				/>
				<CheckGroup
					legend={phrases.currencies}
					choices={choices.currencies}
					labelOf={(currency) => currency}
					chosen={draft.currencies}
					error={change.errorOf("currencies")}
					onChange={(currencies) => set({ currencies })}
				/>
				<h2>{phrases.mail}</h2>
				<MailFields draft={draft} errorOf={change.errorOf} onChange={set} />
				<h2>{phrases.threeDSecure}</h2>
				<ThreeDSecureFields draft={draft} errorOf={change.errorOf} onChange={set} />
				<h2>{phrases.retries}</h2>
				<TextField
					label={phrases.retryDays}
					hint={phrases.retryDaysHint}
					inputMode="numeric"
					autocomplete="off"
					required
					error={change.errorOf("retry_days")}
					value={retryDays}
					onText={(text) => {
						setRetryDays(text);
						set({ retry_days: daysIn(text) });
					}}
				/>
				<h2>{phrases.portal}</h2>
				<p class="small muted long-word">
					{phrases.portalHint} <a href={draft.portal_url}>{draft.portal_url}</a>
				</p>
				<CheckField
					label={phrases.portalPause}
					isChecked={draft.portal.pause}
					onCheck={(isOn) => set({ portal: { ...draft.portal, pause: isOn } })}
				/>
				<CheckField
					label={phrases.portalCancel}
					isChecked={draft.portal.cancel}
					onCheck={(isOn) => set({ portal: { ...draft.portal, cancel: isOn } })}
				/>
				<h2>{phrases.cardForm}</h2>
				<CheckField
					label={phrases.hostedFormOnly}
					hint={phrases.hostedFormOnlyHint}
					isChecked={draft.hosted_form_only}
					onCheck={(isOn) => set({ hosted_form_only: isOn })}
				/>
				<h2>{phrases.bankChecks}</h2>
				<p class="small muted">{phrases.bankChecksHint}</p>
				<CheckField
					label={phrases.rejectsAvsNoMatch}
					isChecked={draft.rejects_avs_no_match}
					onCheck={(isOn) => set({ rejects_avs_no_match: isOn })}
				/>
				<CheckField
					label={phrases.rejectsCvvNoMatch}
					isChecked={draft.rejects_cvv_no_match}
					onCheck={(isOn) => set({ rejects_cvv_no_match: isOn })}
				/>
				<div role="status">{isSaved && <p class="notice">{phrases.saved}</p>}</div>
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

const mailLanguages = ["en", "fr"] as const;

interface FieldsProps {
	draft: Draft;
	errorOf: (field: string) => string | undefined;
	onChange: (changes: Partial<Draft>) => void;
}

const threeDSecureRules = ["never", "auto", "always"] as const;

/** When the bank authenticates payers. */
function ThreeDSecureFields({ draft, errorOf, onChange }: FieldsProps) {
	const { settings } = useApp().words;
	const [above, setAbove] = useState(String(draft.three_d_secure_above ?? ""));
	return (
		<>
			<SelectField
				label={settings.threeDSecureRule}
				hint={settings.threeDSecureHint}
				error={errorOf("three_d_secure")}
				value={draft.three_d_secure}
				choices={threeDSecureRules.map((rule) => ({ value: rule, label: settings.threeDSecureRules[rule] }))}
				onChoose={(chosen) =>
					onChange({ three_d_secure: threeDSecureRules.find((rule) => rule === chosen) ?? "never" })
				}
			/>
			<TextField
				label={settings.threeDSecureAbove}
				hint={settings.threeDSecureAboveHint}
				isOptional
				inputMode="decimal"
				autocomplete="off"
				maxLength={10}
				error={errorOf("three_d_secure_above")}
				value={above}
				onText={(text) => {
					setAbove(text);
					onChange({ three_d_secure_above: amountIn(text) });
				}}
			/>
			<TextField
				label={settings.threeDSecureOutside}
				hint={settings.threeDSecureOutsideHint}
				isOptional
				autocomplete="off"
				maxLength={2}
				error={errorOf("three_d_secure_outside")}
				value={draft.three_d_secure_outside ?? ""}
				onText={(country) => onChange({ three_d_secure_outside: country })}
			/>
		</>
	);
}

function amountIn(text: string): number | string | null {
	const typed = text.trim().replace(",", ".");
	if (typed === "") return null;
	return Number.isNaN(Number(typed)) ? typed : Number(typed);
}

const switches = [
	"sends_receipts",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
] as const;

function MailFields({ draft, errorOf, onChange }: FieldsProps) {
	const { settings } = useApp().words;
	return (
		<>
			<div class="check-group">
				{switches.map((name) => (
					<CheckField
						key={name}
						label={settings.switches[name]}
						isChecked={draft[name]}
						onCheck={(isOn) => onChange({ [name]: isOn })}
					/>
				))}
			</div>
			<TextField
				label={settings.replyTo}
				hint={settings.replyToHint}
				isOptional
				type="email"
				autocomplete="email"
				maxLength={255}
				error={errorOf("reply_to")}
				value={draft.reply_to ?? ""}
				onText={(address) => onChange({ reply_to: address })}
			/>
			<TextField
				label={settings.contactPhone}
				hint={settings.contactHint}
				isOptional
				type="tel"
				autocomplete="tel"
				maxLength={255}
				error={errorOf("contact_phone")}
				value={draft.contact_phone ?? ""}
				onText={(phone) => onChange({ contact_phone: phone })}
			/>
			<TextField
				label={settings.contactAddress}
				hint={settings.contactHint}
				isOptional
				autocomplete="street-address"
				maxLength={255}
				error={errorOf("contact_address")}
				value={draft.contact_address ?? ""}
				onText={(address) => onChange({ contact_address: address })}
			/>
			<TextField
				label={settings.statementText}
				hint={settings.statementTextHint}
				isOptional
				autocomplete="off"
				maxLength={22}
				error={errorOf("statement_text")}
				value={draft.statement_text ?? ""}
				onText={(text) => onChange({ statement_text: text })}
			/>
			<TaxNumberFields
				numbers={draft.tax_numbers}
				errorOf={errorOf}
				onChange={(numbers) => onChange({ tax_numbers: numbers })}
			/>
			<SelectField
				label={settings.language}
				hint={settings.languageHint}
				error={errorOf("language")}
				value={draft.language}
				choices={mailLanguages.map((language) => ({ value: language, label: settings.languages[language] }))}
				onChoose={(language) => onChange({ language: mailLanguages.find((one) => one === language) ?? "en" })}
			/>
			<CheckField
				label={settings.bothLanguages}
				isChecked={draft.both_languages}
				onCheck={(isOn) => onChange({ both_languages: isOn })}
			/>
		</>
	);
}
