import { measure } from "mitata";
import { encryptCard } from "../src/index.ts";
import { openEnvelope, readEnvelope, recipient } from "../src/open.ts";
import { card, keys } from "./keys.ts";
import * as hpkeCoreOpen from "./peers/hpke-core/open.ts";
import * as hpkeCoreSeal from "./peers/hpke-core/seal.ts";
import * as joseOpen from "./peers/jose/open.ts";
import * as joseSeal from "./peers/jose/seal.ts";

/** Tokens opened in a second by one thread, one after the other, each with a key that is imported already. */
export interface OpeningFigures {
	cardseal: number;
	hpkeCore: number;
	ecdh: number;
	rsa: number;
}

export async function measureOpening(): Promise<OpeningFigures> {
	return {
		cardseal: await measureCardseal(),
		hpkeCore: await perSecond(
			await hpkeCoreOpen.createOpener(keys.hpkeCore.private),
			await hpkeCoreSeal.seal(keys.hpkeCore.public, card),
		),
		ecdh: await perSecond(await joseOpen.createOpener(keys.ecdh.private), await joseSeal.seal(keys.ecdh.public, card)),
		rsa: await perSecond(await joseOpen.createOpener(keys.rsa.private), await joseSeal.seal(keys.rsa.public, card)),
	};
}

async function measureCardseal(): Promise<number> {
	const key = recipient(keys.cardseal.private);
	const open = (token: string) => {
		const envelope = readEnvelope(token);
		return envelope && openEnvelope(envelope, key);
	};
	return perSecond(open, await encryptCard(keys.cardseal.public, card));
}

/** From the mean rather than the median, so that collecting the garbage is paid for. */
async function perSecond(open: (token: string) => unknown, token: string): Promise<number> {
	if (!(await open(token))) throw new Error("The token did not open");
	const stats = await measure(async () => await open(token), { min_cpu_time: 2e9 });
	return 1e9 / stats.avg;
}
