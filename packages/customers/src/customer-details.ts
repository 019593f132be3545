import { hasCardNumber } from "@cardseal/card";
import {
	emailAddress,
	type FieldError,
	lineOfText,
	nearestLanguage,
	noCardNumber,
	telephone,
} from "@cardseal/platform";
import type { Payer } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { countryCode } from "./country.ts";
import { normalizeProvince } from "./province.ts";

export const maximumBlindCopies = 5;

const emailList = lineOfText.transform((text, context) => {
	const parts = text.split(",").map((part) => {
		const { data } = emailAddress.safeParse(part);
		return data && part.replace(part.trim(), () => data);
	});
	if (parts.length <= maximumBlindCopies && !parts.includes(undefined)) return parts.join(",").trim();
	const message = `Send at most ${maximumBlindCopies} email addresses with commas between them.`;
	context.addIssue({ code: "custom", message });
	return z.NEVER;
});

const country = lineOfText.transform((text, context) => {
	const code = countryCode(text);
	if (code !== undefined) return code;
	context.addIssue({ code: "custom", message: "Send a country as two capital letters (ISO 3166), such as CA or US." });
	return z.NEVER;
});

const canadianPostalCode = /^[A-Z][0-9][A-Z][0-9][A-Z][0-9]$/;
const unitedStatesPostalCode = /^[0-9]{5,9}$/;

interface Place {
	country?: string | null | undefined;
	postal_code?: string | null | undefined;
}

/** Removes the space of a Canadian code and the dash of a United States one. */
export function normalizePostalCode({ country, postal_code: code }: Place): string | null | undefined {
	if (typeof code !== "string") return code;
	if (country === "CA") return code.replace(/ /g, "").toUpperCase();
	if (country === "US") return code.replace(/-/g, "");
	return code;
}

export function postalCodeProblem(place: Place): string | undefined {
	const code = normalizePostalCode(place);
	if (typeof code !== "string") return undefined;
	if (place.country === "CA" && !canadianPostalCode.test(code)) return "Send a Canadian postal code such as K1A 0B1.";
	if (place.country === "US" && !unitedStatesPostalCode.test(code)) return "Send a ZIP code of 5 to 9 digits.";
	return undefined;
}

/** An unknown language counts as not given. */
const language = z
	.unknown()
	.transform((given) => (given === null || given === "" ? null : nearestLanguage(given)))
	.optional()
	.openapi({
		type: ["string", "null"],
		description: "The language of receipts and other emails (BCP 47); the nearest of en and fr is kept",
		example: "fr-CA",
	});

function optional<Schema extends z.ZodType>(schema: Schema, description?: string) {
	const field = schema.nullable().optional();
	return description === undefined ? field : field.openapi({ description });
}

/** A form may cut a card number over two fields. */
function cutNumberProblem(one: string | null | undefined, other: string | null | undefined): string | undefined {
	return hasCardNumber(`${one ?? ""} ${other ?? ""}`) ? noCardNumber : undefined;
}

export const customerDetailsFields = {
	email: optional(emailAddress, "Receives receipts"),
	first_name: optional(lineOfText),
	last_name: optional(lineOfText),
	company: optional(lineOfText),
	bcc_emails: optional(emailList, "Receive blind copies of receipts; at most 5, with commas between them"),
	telephone: optional(telephone),
	address1: optional(lineOfText),
	address2: optional(lineOfText),
	city: optional(lineOfText),
	province: optional(
		lineOfText,
		"Province or state; in CA and US, codes and English and French names become the code of ISO 3166-2, such as ON",
	),
	country: optional(country, "ISO 3166 alpha-2, such as CA; alpha-3 codes and English and French names become it"),
	postal_code: optional(lineOfText, "Canada: A1A1A1; United States: 5 to 9 digits; elsewhere any text"),
	custom_id: optional(lineOfText, "Your own identifying text"),
	language,
};

export const customerDetailNames = Object.keys(customerDetailsFields) as (keyof typeof customerDetailsFields)[];

/** `null` where unknown. */
export type CustomerDetails = { [Name in keyof typeof customerDetailsFields]: string | null };

const detailInRecord = z.string().nullable();

export const detailRecordFields = Object.fromEntries(customerDetailNames.map((name) => [name, detailInRecord])) as {
	[Name in keyof CustomerDetails]: typeof detailInRecord;
};

/** `undefined` changes nothing, `null` clears. */
export type GivenDetails = { [Name in keyof CustomerDetails]?: string | null | undefined };

export function detailsProblems(details: GivenDetails): FieldError[] {
	const problems = {
		postal_code: postalCodeProblem(details),
		last_name: cutNumberProblem(details.first_name, details.last_name),
		address2: cutNumberProblem(details.address1, details.address2),
	};
	return Object.entries(problems).flatMap(([field, message]) =>
		message === undefined ? [] : [{ field, reason: "field_invalid" as const, message }],
	);
}

/** The caller checks the rules that join details. */
export function mergeDetails(before: CustomerDetails | undefined, given: GivenDetails): CustomerDetails {
	const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
	return customerDetailsOf({ ...before, ...said });
}

export function detailsOf(row: CustomerDetails): CustomerDetails {
	return Object.fromEntries(customerDetailNames.map((name) => [name, row[name]])) as CustomerDetails;
}

export function customerDetailsOf(
	request: Partial<Record<keyof CustomerDetails, string | null | undefined>>,
): CustomerDetails {
	const entries = customerDetailNames.map((name) => [name, request[name] ?? null]);
	const details = Object.fromEntries(entries) as CustomerDetails;
	return {
		...details,
		province: normalizeProvince(details) ?? null,
		postal_code: normalizePostalCode(details) ?? null,
	};
}

export function payerOf(details: CustomerDetails, ipAddress: string | null): Payer {
	return {
		firstName: details.first_name,
		lastName: details.last_name,
		company: details.company,
		email: details.email,
		telephone: details.telephone,
		address1: details.address1,
		address2: details.address2,
		city: details.city,
		province: details.province,
		country: details.country,
		postalCode: details.postal_code,
		ipAddress,
	};
}
