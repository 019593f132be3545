/**
 * What the page itself says when the frame, which has all other words, cannot: that it can be loaded again, and that an
 * order was sent to which no answer came. Whether it was paid is not known then, so nothing more is said.
 */
const words: Readonly<Record<string, readonly [tryAgain: string, noAnswer: string]>> = {
	en: ["Try again", "No answer"],
	fr: ["Réessayer", "Pas de réponse"],
	de: ["Erneut versuchen", "Keine Antwort"],
	es: ["Intentar de nuevo", "Sin respuesta"],
	it: ["Riprova", "Nessuna risposta"],
	pt: ["Tentar novamente", "Sem resposta"],
	nl: ["Opnieuw proberen", "Geen antwoord"],
	pl: ["Spróbuj ponownie", "Brak odpowiedzi"],
	ja: ["もう一度試す", "応答がありません"],
	zh: ["重试", "没有响应"],
	ko: ["다시 시도", "응답 없음"],
	ar: ["حاول مرة أخرى", "لا يوجد رد"],
	he: ["ניסיון חוזר", "אין תגובה"],
};

/** In the language of a BCP 47 tag, or in English. */
export function hostWords(locale: string): { tryAgain: string; noAnswer: string } {
	const [language = ""] = locale.toLowerCase().split("-");
	const [tryAgain, noAnswer] = words[language] ?? words.en ?? ["", ""];
	return { tryAgain, noAnswer };
}
