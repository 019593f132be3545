import { returnCodes } from "@cardseal/aft";
import { expect, test } from "vitest";
import * as fr from "../apps/dashboard/src/locale/fr/index.ts";
import { endingOf, requestEndings } from "../apps/dashboard/src/wallet/wallet-records.ts";
import { bankWords } from "../apps/gateway/src/sandbox/bank/words.ts";
import { eftMessages } from "../packages/eft/src/transaction/messages.ts";
import { frenchRefusals } from "../packages/identity/src/staff/pages/problem-words.ts";
import { pageWords } from "../packages/identity/src/staff/pages/words.ts";
import { refusals } from "../packages/identity/src/staff/passwords/password-rules.ts";
import { englishWords, sentencesOf } from "./fixtures/french.ts";

test("the web application has each sentence and return code of a bank payment in French", () => {
	expect(Object.keys(fr.wallet.messages).sort()).toEqual(Object.values(eftMessages).sort());
	expect(Object.keys(fr.wallet.returnCodes)).toEqual(returnCodes.map(({ code }) => code));
});

test("an expired request is shown as expired, and a declined one as declined", () => {
	const ended = { approval: null, return_code: null };
	expect(endingOf({ ...ended, transaction_message: eftMessages.requestExpired })).toBe("expired");
	expect(endingOf({ ...ended, transaction_message: eftMessages.declined })).toBe("refused");
	expect(endingOf({ ...ended, transaction_message: eftMessages.withdrawn })).toBe("expired");
	expect(Object.keys(requestEndings)).toHaveLength(3);
});

test("every refusal of a password is in French", () => {
	expect(Object.keys(frenchRefusals).sort()).toEqual(Object.values(refusals).sort());
});

test("no sentence of the sign-in pages was left in English", () => {
	const english = Object.entries(sentencesOf(pageWords.en));
	const french = sentencesOf(pageWords.fr);
	const alike = ["Code", "."];
	expect(english.filter(([path, text]) => french[path] === text && !alike.includes(text))).toEqual([]);
});

test("no sentence of the sandbox's bank was left in English", () => {
	const english = Object.entries(sentencesOf(bankWords.en));
	const french = sentencesOf(bankWords.fr);
	expect(english.filter(([path, text]) => french[path] === text)).toEqual([]);
	expect(Object.values(french).filter((text) => englishWords.test(text))).toEqual([]);
});
