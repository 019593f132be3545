import { inNearestLanguage, type Language } from "./languages.ts";

/** The host's own words, for a frame that cannot be shown and an order without a response. */
const tryAgain: Record<Language, string> = {
	en: "Try again",
	fr: "Réessayer",
	de: "Erneut versuchen",
	es: "Intentar de nuevo",
	it: "Riprova",
	pt: "Tentar novamente",
	nl: "Opnieuw proberen",
	pl: "Spróbuj ponownie",
	ja: "もう一度試す",
	zh: "重试",
	ko: "다시 시도",
	ar: "حاول مرة أخرى",
	he: "ניסיון חוזר",
};

/** "Try again" in the language nearest to a BCP 47 tag. */
export function tryAgainIn(locale: string): string {
	return inNearestLanguage(tryAgain, locale);
}
