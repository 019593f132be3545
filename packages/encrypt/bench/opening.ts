import { encryptCard } from "../src/index.ts";
import { openEnvelope, readEnvelope, recipient } from "../src/open.ts";
import { card, keys } from "./keys.ts";
import * as hpkeCoreOpen from "./peers/hpke-core/open.ts";
import * as hpkeCoreSeal from "./peers/hpke-core/seal.ts";
import * as joseOpen from "./peers/jose/open.ts";
import * as joseSeal from "./peers/jose/seal.ts";

/** Tokens opened per second on one core, in sequence, each with an imported key. */
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

const warmUpRounds = 2_000;
const rounds = 4_000;

/** Processor time of all threads: excludes other programs and includes garbage collection. */
async function perSecond(open: (token: string) => unknown, token: string): Promise<number> {
	if (!(await open(token))) throw new Error("The token did not open");
	for (let i = 0; i < warmUpRounds; i++) await open(token);
	const before = process.cpuUsage();
	for (let i = 0; i < rounds; i++) await open(token);
	const { user, system } = process.cpuUsage(before);
	return rounds / ((user + system) / 1e6);
}
