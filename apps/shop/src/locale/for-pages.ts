import { AsyncLocalStorage } from "node:async_hooks";
import { checkoutWords as enCheckout } from "./en/checkout.ts";
import { pageWords as enPages } from "./en/pages.ts";
import { checkoutWords as frCheckout } from "./fr/checkout.ts";
import { pageWords as frPages } from "./fr/pages.ts";

type Language = "en-CA" | "fr-CA";

export const timeZone = "America/Toronto";

const reader = new AsyncLocalStorage<Language>();

export function inLanguage<Result>(language: Language, work: () => Result): Result {
	return reader.run(language, work);
}

export function currentLanguage(): Language {
	return reader.getStore() ?? "en-CA";
}

/** Returns the first supported language of an Accept-Language header. */
export function languageOf(header = ""): Language {
	const [, wanted = "en"] = /(?:^|,)\s*(en|fr)(?![a-z])/i.exec(header) ?? [];
	return wanted.toLowerCase() === "fr" ? "fr-CA" : "en-CA";
}

/** Reads words in the language of the request, also for modules that name them once. */
export function inReadersLanguage<Words extends object>(en: Words, fr: Words): Words {
	return new Proxy(en, {
		get(_, name: string & keyof Words) {
			const [inEnglish, inFrench] = [en[name], fr[name]] as const;
			if (typeof inEnglish === "object" && inEnglish !== null)
				return inReadersLanguage(inEnglish, inFrench as typeof inEnglish);
			return currentLanguage() === "fr-CA" ? inFrench : inEnglish;
		},
	});
}

export const pageWords = inReadersLanguage(enPages, frPages);
export const checkoutWords = inReadersLanguage(enCheckout, frCheckout);
