/** What the page itself says when the frame, which has all other words, cannot be shown, or an order got no answer. */
const tryAgain: Readonly<Record<string, string>> = {
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

/** "Try again" in the language of a BCP 47 tag, or in English. */
export function tryAgainIn(locale: string): string {
	const [language = ""] = locale.toLowerCase().split("-");
	return (Object.hasOwn(tryAgain, language) ? tryAgain[language] : tryAgain.en) ?? "";
}
