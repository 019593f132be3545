import { declineCodes, purposes } from "@cardseal/vault";
import { expect } from "vitest";
import {
	approved,
	card,
	decided,
	expectApprovedOnce,
	findsByReference,
	inquired,
	networkOf,
	newSale,
	type ProcessorPromise,
	promise,
	type World,
} from "../world.ts";

const exact = (name: string, amountCents: number, currency?: string) =>
	promise(`${name} is charged to the cent`, currency === undefined ? [] : ["currencies"], async (world) => {
		const request = newSale(world, { amountCents, ...(currency && { currency }) });
		const outcome = await approved(world, request);
		expect(outcome.amountCents ?? amountCents).toBe(amountCents);
		await expectApprovedOnce(world, request);
	});

async function declineWith(world: World, code: string) {
	const request = newSale(world);
	world.simulator.failNext("submit", { declined: code });
	const outcome = await decided(world, request);
	if (outcome.result !== "declined") throw new Error(`The code ${code} is no decline.`);
	if (findsByReference(world)) expect(await inquired(world, request)).toEqual(outcome);
	return outcome;
}

/** A charge asks for what was requested, and its outcome says what the processor said. */
export const charges: ProcessorPromise[] = [
	exact("$1.01", 1_01),
	exact("$999,999.99", 999_999_99),
	exact("US$19.99", 19_99, "USD"),
	promise("a verification moves no money", [], async (world) => {
		const request = newSale(world, { operation: "verification", amountCents: 0 });
		await approved(world, request);
		const booked = await world.simulator.booked(request.reference);
		expect(booked.map(({ amountCents }) => amountCents)).toEqual([0]);
	}),
	promise("names and addresses of any script and length hinder no charge", [], async (world) => {
		const { payer } = newSale(world);
		const names = { firstName: "Zoë 李", lastName: "Ọláńrewájú".repeat(20), address1: "\"<&>'\\ №7", city: null };
		const request = newSale(world, { payer: { ...payer, ...names }, statementText: "Café Ñandú & Söhne" });
		await approved(world, request);
		await expectApprovedOnce(world, request);
	}),
	promise(
		"a later charge of a stored card names the network's id of the first one",
		["network", "network_ids"],
		async (world) => {
			const use = { purpose: "unscheduled" } as const;
			const first = newSale(world, { storedCredential: { ...use, use: "first", networkTransactionId: null } });
			const { networkTransactionId = null } = await approved(world, first);
			expect(networkTransactionId).toMatch(/./);
			const later = newSale(world, {
				initiatedBy: "merchant",
				storedCredential: { ...use, use: "later", networkTransactionId },
			});
			await approved(world, later);
			const sent = networkOf(world).received.filter(({ kind }) => kind === "submit");
			expect(sent.at(-1)?.body).toContain(networkTransactionId);
		},
	),
	promise("a stored card is charged for every purpose, and without a text for the statement", [], async (world) => {
		const use = { purpose: "unscheduled", networkTransactionId: null } as const;
		const first = newSale(world, { storedCredential: { ...use, use: "first" }, statementText: null });
		const { networkTransactionId = null } = await approved(world, first);
		for (const purpose of purposes) {
			const storedCredential = { use: "later", purpose, networkTransactionId } as const;
			await approved(world, newSale(world, { initiatedBy: "merchant", storedCredential, statementText: null }));
		}
	}),
	promise("a charge sends the card's number and security code", ["network"], async (world) => {
		await approved(world, newSale(world));
		const sent = networkOf(world).received.filter(({ kind }) => kind === "submit");
		expect(sent.at(-1)?.body).toContain(card.number);
		expect(sent.at(-1)?.body).toContain(card.securityCode);
	}),
	promise(
		"each documented code of a decline is mapped to ours, with the raw code for the operator",
		["decline_codes"],
		async (world) => {
			const documented = Object.entries(world.simulator.declineCodes ?? {});
			expect(documented.length).toBeGreaterThan(3);
			for (const [code, declineCode] of documented) {
				expect(declineCodes).toContain(declineCode);
				expect(await declineWith(world, code)).toMatchObject({ declineCode, issuerCode: code });
			}
		},
	),
	promise(
		"a code of a decline that is not documented is generic, with the raw code for the operator",
		["decline_codes"],
		async (world) => {
			const { unknownDeclineCode: unknownCode = "ZZ" } = world.simulator;
			expect(await declineWith(world, unknownCode)).toMatchObject({ declineCode: "generic", issuerCode: unknownCode });
		},
	),
];
