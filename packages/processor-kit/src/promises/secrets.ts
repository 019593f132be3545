import { inspect } from "node:util";
import { expect, vi } from "vitest";
import { type Fault, transportFaults } from "../faults.ts";
import type { Connection } from "../simulator.ts";
import {
	card,
	inquired,
	networkOf,
	newSale,
	type ProcessorPromise,
	promise,
	resultOf,
	type World,
	withFault,
} from "../world.ts";
import { unreachable, wrongAccount } from "./answers.ts";

const faults: readonly (Fault | undefined)[] = [
	undefined,
	...transportFaults,
	"echo",
	"other_amount",
	"other_reference",
	"unknown_result",
	{ declined: "05" },
];

/** Includes encoded forms. */
function secretsOf(world: World): string[] {
	const account = world.simulator.network?.account ?? {};
	const secrets = Object.values(account).flatMap((secret) => [
		secret,
		encodeURIComponent(secret),
		Buffer.from(secret).toString("base64"),
	]);
	return [card.number, card.number.slice(0, 12), ...secrets];
}

/** Ignores the security code in a longer number. */
const securityCode = new RegExp(`(?<!\\d)${card.securityCode}(?!\\d)`);

/** Ids are random and may have the digits of the security code. */
const ids = /[0-9A-Za-z]{16,}/g;

function expectTellsNothing(world: World, text: string): void {
	for (const secret of secretsOf(world)) expect(text).not.toContain(secret);
	expect(text.replaceAll(ids, " ")).not.toMatch(securityCode);
}

/** Returns everything that comes back, errors with their causes included. */
async function exchange(world: World, fault: Fault | undefined): Promise<unknown[]> {
	const request = newSale(world);
	const submit = () => world.processor.submit(request);
	const submitted = await (fault === undefined ? resultOf(submit()) : withFault(world, "submit", fault, submit));
	return [submitted, await resultOf(inquired(world, request))];
}

async function errorsOf(world: World, connection: Connection): Promise<unknown[]> {
	const processor = await world.subject.connect(connection);
	const request = newSale(world);
	return [
		await resultOf(processor.submit(request)),
		await resultOf(world.subject.verify?.(connection) ?? Promise.resolve()),
		...(processor.events === undefined ? [] : [await resultOf(processor.events(undefined))]),
	];
}

/** Writes everything that a value has, as a careless logger might. */
function everythingOf(value: unknown): string {
	return `${inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity })} ${JSON.stringify(value)}`;
}

export const secrets: ProcessorPromise[] = [
	promise(
		"no answer and no error tells a card number, security code or secret, whatever the fault",
		["network"],
		async (world) => {
			for (const fault of faults) expectTellsNothing(world, everythingOf(await exchange(world, fault)));
		},
	),
	promise(
		"no error of a connection or of a wrong account tells a card number, security code or secret",
		["network"],
		async (world) => {
			const { untrustedUrl } = networkOf(world);
			for (const connection of [{ url: untrustedUrl }, { url: unreachable }, { account: wrongAccount(world) }]) {
				const told = everythingOf(await errorsOf(world, connection));
				expectTellsNothing(world, told);
				for (const secret of Object.values(wrongAccount(world))) expect(told).not.toContain(secret);
			}
		},
	),
	promise("nothing is written to the log or the console", [], async (world) => {
		const written: string[] = [];
		const take = (...values: unknown[]) => {
			written.push(values.map(everythingOf).join(" "));
			return true;
		};
		const spies = [
			...(["log", "info", "warn", "error", "debug", "trace", "dir"] as const).map((method) =>
				vi.spyOn(console, method).mockImplementation(take),
			),
			vi.spyOn(process.stdout, "write").mockImplementation(take),
			vi.spyOn(process.stderr, "write").mockImplementation(take),
		];
		try {
			const played = world.simulator.network === undefined ? [undefined] : faults;
			for (const fault of played) await exchange(world, fault);
		} finally {
			for (const spy of spies) spy.mockRestore();
		}
		expect(written).toEqual([]);
	}),
	promise(
		"no address of a request has a card number, security code or secret, as traces record addresses",
		["network"],
		async (world) => {
			await exchange(world, undefined);
			const { received } = networkOf(world);
			expect(received.length).toBeGreaterThan(1);
			for (const { path } of received) expectTellsNothing(world, path);
		},
	),
	promise("an answer does not repeat the card", [], async (world) => {
		const told = everythingOf(await exchange(world, undefined));
		expectTellsNothing(world, told);
	}),
];
