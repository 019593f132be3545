import { expect, test } from "vitest";
import { challengeFormIn } from "./challenge-form.ts";

const bank = "https://bank.example/acs";
const page = (form: string) => `<HTML><HEAD></HEAD><BODY>${form}</BODY></HTML>`;
const form = (inputs: string, attributes = `action="${bank}" method="POST"`) =>
	page(`<FORM ${attributes}>${inputs}</FORM>`);
const creq = '<INPUT type="hidden" name="creq" value="e30">';

test.each([
	["the guide's example", `${form(creq)}`, { creq: "e30" }],
	[
		"a script, and the other order of attributes",
		`<!doctype html>\n<html>\n<head><meta charset='utf-8' /><script>if (a < b) { document.write("<form>"); }</script></head><body><form id='f' method='post' action='${bank}'>\n<input value='a b' name='creq' type='hidden' />\n</form></body></html>`,
		{ creq: "a b" },
	],
	[
		"entities",
		form('<input type=hidden name="a&quot;b" value="1 &amp; 2 &#43; &#x2B; &unknown;">'),
		{ 'a"b': "1 & 2 + + &unknown;" },
	],
	[
		"a button for browsers without scripts",
		form(`${creq}<noscript><input type="submit" value="Go on"></noscript>`),
		{ creq: "e30" },
	],
	["an empty value", form('<input type="hidden" name="MD">'), { MD: "" }],
])("a form with %s is read", (_, html, fields) => {
	const expected = { url: bank, method: "POST", fields };
	expect(challengeFormIn(encodeURIComponent(html))).toEqual(expected);
	expect(challengeFormIn(new URLSearchParams({ html }).toString().slice("html=".length))).toEqual(expected);
	expect(challengeFormIn(html)).toEqual(expected);
});

test.each([
	["nothing", ""],
	["no form", page("")],
	["two forms", page(`<form action="${bank}" method="post"></form><form action="${bank}" method="post"></form>`)],
	["another method", form(creq, `action="${bank}" method="GET"`)],
	["no address", form(creq, 'method="POST"')],
	["an address of a script", form(creq, 'action="javascript:alert(1)" method="POST"')],
	["a relative address", form(creq, 'action="/acs" method="POST"')],
	["a field that the payer sees", form('<input type="text" name="password">')],
	["a field without a type", form('<input name="creq" value="e30">')],
	["a field without a name", form('<input type="hidden" value="e30">')],
	["a field twice", form(creq + creq)],
	["text", form(`${creq}Go on`)],
	["an image", form(`${creq}<img src="https://elsewhere.example/">`)],
	["a frame", page(`<iframe src="${bank}"></iframe>`)],
	["a script without an end", "<script>"],
	["a torn tag", `<form action="${bank}" method="post`],
])("a page with %s is refused", (_, html) => {
	expect(challengeFormIn(encodeURIComponent(html))).toBeUndefined();
});

test.each(["%E0%A4%A", `${form(creq)}${" ".repeat(65_536)}`])(
	"contents that are torn or endless are refused",
	(contents) => {
		expect(challengeFormIn(contents)).toBeUndefined();
	},
);
