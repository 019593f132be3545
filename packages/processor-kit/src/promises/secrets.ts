import { inspect } from "node:util";
import { expect, vi } from "vitest";
import { type Fault, isTransportFault, isWaiting, transportFaults } from "../faults.ts";
import type { Connection } from "../simulator.ts";
import {
	arrived,
	card,
	countReceived,
	inquired,
	networkOf,
	newSale,
	type ProcessorPromise,
	resultOf,
	type World,
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
	const { simulator, processor } = world;
	if (fault !== undefined) simulator.failNext("submit", fault);
	const earlier = simulator.network === undefined ? 0 : countReceived(world, "submit");
	const submission = resultOf(processor.submit(request));
	const waits = fault !== undefined && isTransportFault(fault) && isWaiting(fault);
	if (waits) await arrived(world, "submit", earlier);
	await simulator.endWaiting();
	return [await submission, await resultOf(inquired(world, request))];
}

async function errorsOf(world: World, connection: Connection): Promise<unknown[]> {
	const processor = await world.subject.connect(connection);
	const request = newSale(world);
	return [
		await resultOf(processor.submit(request)),
		await resultOf(world.subject.verify?.(connection) ?? Promise.resolve()),
		...(processor.notices === undefined ? [] : [await resultOf(processor.notices(undefined))]),
	];
}

/** Writes everything that a value has, as a careless logger might. */
function everythingOf(value: unknown): string {
	return `${inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity })} ${JSON.stringify(value)}`;
}

/** No card number, security code or secret of an account is told. */
export const secrets: ProcessorPromise[] = [
	{
		name: "no answer and no error tells a card number, security code or secret, whatever the fault",
		needs: ["network"],
		async check(world) {
			for (const fault of faults) expectTellsNothing(world, everythingOf(await exchange(world, fault)));
		},
	},
	{
		name: "no error of a connection or of a wrong account tells a card number, security code or secret",
		needs: ["network"],
		async check(world) {
			const { untrustedUrl } = networkOf(world);
			for (const connection of [{ url: untrustedUrl }, { url: unreachable }, { account: wrongAccount(world) }]) {
				const told = everythingOf(await errorsOf(world, connection));
				expectTellsNothing(world, told);
				for (const secret of Object.values(wrongAccount(world))) expect(told).not.toContain(secret);
			}
		},
	},
	{
		name: "nothing is written to the log or the console",
		needs: [],
		async check(world) {
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
		},
	},
	{
		name: "no address of a request has a card number, security code or secret, as traces record addresses",
		needs: ["network"],
		async check(world) {
			await exchange(world, undefined);
			const { received } = networkOf(world);
			expect(received.length).toBeGreaterThan(1);
			for (const { path } of received) expectTellsNothing(world, path);
		},
	},
	{
		name: "an answer does not repeat the card",
		needs: [],
		async check(world) {
			const told = everythingOf(await exchange(world, undefined));
			expectTellsNothing(world, told);
		},
	},
];
