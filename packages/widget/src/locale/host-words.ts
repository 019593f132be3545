import { inNearestLanguage, type Language } from "./languages.ts";

const words: Record<Language, string> = {
	en: "Try again|Card payment is unavailable.",
	fr: "Réessayer|Paiement par carte indisponible.",
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

export function unavailableIn(locale: string): string {
	return hostWordsIn(locale)[1] ?? unavailableIn("");
}

/** The sentence is in English and French only. */
export function hostWordsIn(locale: string): [tryAgain: string, sentence?: string] {
	return inNearestLanguage(words, locale).split("|") as [string, string?];
}
