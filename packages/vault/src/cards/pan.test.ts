import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { serialize } from "node:v8";
import { describe, expect, test } from "vitest";
import { digitsOf, Pan } from "./pan.ts";

const digits = "4000056655665556";
const pan = new Pan(digits);

function consoleOutput(...values: unknown[]): string {
	let text = "";
	const stream = new Writable({
		write(chunk, _encoding, done) {
			text += chunk;
			done();
		},
	});
	new Console(stream).log(...values);
	return text;
}

/** All known ways in which a value becomes text, mostly by accident. */
const renderings: [string, () => string][] = [
	["a template", () => `${pan}`],
	["String()", () => String(pan)],
	["joining", () => [pan, pan].join()],
	["toLocaleString", () => pan.toLocaleString()],
	["JSON", () => JSON.stringify(pan)],
	["JSON inside an object", () => JSON.stringify({ card: [{ pan }] }, null, 2)],
	["inspect", () => inspect(pan)],
	["inspect inside an object", () => inspect({ card: { pan } }, { depth: null })],
	["inspect with hidden properties", () => inspect(pan, { showHidden: true, getters: true, depth: null })],
	["inspect past its own method", () => inspect(pan, { customInspect: false, showHidden: true, getters: true })],
	...["%s", "%d", "%i", "%f", "%j", "%o", "%O"].map((directive): [string, () => string] => [
		`format ${directive}`,
		() => format(directive, pan),
	]),
	["a console", () => consoleOutput(pan, { pan }, [pan])],
	["an error's cause", () => inspect(new Error("declined", { cause: pan }), { depth: null })],
	["an error's message", () => String(new Error(`cannot charge ${pan}`))],
	["an aggregate error", () => inspect(new AggregateError([pan, new Error("x", { cause: { pan } })]), { depth: null })],
	["a spread copy", () => inspect({ ...pan })],
	["Object.entries", () => inspect(Object.entries(pan))],
	["a structured clone", () => inspect(structuredClone({ pan: { ...pan }, whole: pan }), { depth: null })],
	["V8's serializer, which workers and caches use", () => serialize(pan).toString("latin1")],
];

describe("Pan", () => {
	test.each(renderings)("P-06 never shows more than four digits in %s", (_where, render) => {
		expect(render()).not.toMatch(/[0-9]{5}/);
	});

	test("prints its last four digits wherever it prints", () => {
		expect(`${pan}`).toBe("•••• 5556");
		expect(JSON.stringify({ pan })).toBe('{"pan":"•••• 5556"}');
		expect(inspect([pan])).toBe("[ •••• 5556 ]");
		expect(pan.suffix).toBe("5556");
	});

	test("has no enumerable property", () => {
		expect(Reflect.ownKeys(pan)).toEqual([]);
	});

	test("P-13 gives its digits only to digitsOf, and only for a real Pan", () => {
		expect(digitsOf(pan)).toBe(digits);
		const impostor = Object.create(Pan.prototype) as Pan;
		expect(() => digitsOf(impostor)).toThrow(TypeError);
	});
});
