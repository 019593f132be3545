import type { Language } from "@cardseal/platform";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { html } from "hono/html";

interface Words {
	front: { title: string; text: string };
	unknown: { title: string; text: string };
	docs: string;
	signIn: string;
}

const words: Record<Language, Words> = {
	en: {
		front: { title: "Cardseal", text: "This is the address of a payment gateway." },
		unknown: { title: "Page not found", text: "There is nothing at this address. Check it, or start here:" },
		docs: "API documentation",
		signIn: "Sign in",
	},
	fr: {
		front: { title: "Cardseal", text: "C’est l’adresse d’une passerelle de paiement." },
		unknown: { title: "Page introuvable", text: "Il n’y a rien à cette adresse. Vérifiez-la ou commencez ici\u00a0:" },
		docs: "Documentation de l’API",
		signIn: "Se connecter",
	},
};

const pagePolicy =
	"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function showFrontPage(context: Context<GatewayEnv>): Response | Promise<Response> {
	const isFront = context.req.path === "/";
	const language = languageOf(context);
	const { front, unknown, docs, signIn } = words[language];
	const { title, text } = isFront ? front : unknown;
	context.header("Vary", "Accept, Accept-Language");
	context.header("Content-Security-Policy", pagePolicy);
	return context.html(
		html`<!doctype html>
<html lang="${language}">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<title>${isFront ? title : `${title} · Cardseal`}</title>
	<link rel="icon" href="/docs/mark.svg">
	<link rel="stylesheet" href="/docs/style.css">
</head>
<body class="front">
	<main>
		<h1><img src="/docs/mark.svg" alt="" width="32" height="32"> ${title}</h1>
		<p>${text}</p>
		<ul>
			<li><a href="/docs">${docs}</a></li>
			<li><a href="/app">${signIn}</a></li>
		</ul>
	</main>
</body>
</html>
`,
		isFront ? 200 : 404,
	);
}
