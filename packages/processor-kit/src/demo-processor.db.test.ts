import { createHmac, randomBytes } from "node:crypto";
import {
	type AuthenticationStatus,
	createDemoBank,
	createVault,
	type DemoBank,
	DemoProcessor,
	type Fault,
	generateMasterKey,
} from "@cardseal/vault";
import { testClocks } from "../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../test/fixtures/tables.ts";
import { describeProcessor } from "./describe-processor.ts";
import type { BookEntry, PayersEnd, Simulator } from "./simulator.ts";

interface DemoSimulator extends Simulator {
	tables: TestTables;
	faults: Fault[];
	bank: DemoBank;
}

const statuses: Record<PayersEnd, AuthenticationStatus> = {
	right: "Y",
	wrong: "N",
	attempted: "A",
	unavailable: "U",
};

const faultOf: Record<string, Fault> = {
	request_lost: { kind: "never_received" },
	answer_lost: { kind: "answer_lost" },
};

/** The demo processor's journal is its books. */
async function startDemo(): Promise<DemoSimulator> {
	const tables = await openTestTables();
	const faults: Fault[] = [];
	const key = randomBytes(32);
	const bank = createDemoBank({
		url: "http://bank.localhost",
		mac: (message) => createHmac("sha256", key).update(message).digest(),
		now: () => Date.now(),
	});
	const journal = () => tables.database.selectFrom("demo_processor.journal").where("result", "<>", "not_received");
	return {
		tables,
		faults,
		bank,
		payer: {
			cards: { challenged: "4000000000001091", frictionless: "4000000000001000" },
			async visit({ fields }, end) {
				const challenge = bank.readChallenge(fields.creq ?? "");
				if (challenge === undefined) throw new Error("The bank did not ask for this.");
				return { cres: bank.answer(challenge, statuses[end]) };
			},
		},
		failNext(_kind, fault) {
			const known = typeof fault === "string" ? faultOf[fault] : undefined;
			if (known === undefined) throw new Error(`The demo processor does not have the fault ${fault}.`);
			faults.push(known);
		},
		endWaiting: async () => undefined,
		async booked(reference) {
			const rows = await journal().selectAll().where("reference", "=", reference).execute();
			return rows.map(
				({ operation, result, amount_cents, currency }): BookEntry => ({
					operation,
					result: result === "approved" ? "approved" : "declined",
					amountCents: amount_cents,
					currency,
				}),
			);
		},
		async references() {
			const rows = await journal().select("reference").orderBy("position").execute();
			return rows.map(({ reference }) => reference);
		},
		stop: () => tables.drop(),
	};
}

describeProcessor<DemoSimulator>(
	{
		title: "the demo processor",
		async open({ tables, faults, bank }) {
			const clocks = testClocks();
			const { business, real } = clocks;
			const vault = await createVault({
				database: tables.database.withTables(),
				masterKey: generateMasterKey(),
				businessNow: () => business.now(),
				realNow: () => real.now(),
			});
			return {
				connect: async () =>
					new DemoProcessor({
						database: tables.database.withTables(),
						now: () => business.now(),
						bank,
						faultOf: () => faults.shift(),
					}),
				vault,
				maximumDelayMs: 0,
				advance: (milliseconds) => business.advance(milliseconds),
				close: async () => undefined,
			};
		},
	},
	{
		lacks: [
			"listing",
			"network",
			"decline_codes",
			"accepted",
			"events",
			"webhooks",
			"dispute_answers",
			"outcome_webhooks",
			"test_accounts",
		],
		start: startDemo,
	},
);
