import { operator } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Database } from "../../db/database.ts";
import { readDatabaseNow } from "../../db/database-now.ts";
import {
	findRetentionStop,
	moveRecordsBack,
	readRetentionState,
	resumeRetention,
} from "../../retention/retention-clock.store.ts";
import { recordsAhead } from "../../retention/retention-clock.ts";
import { type Answer, type CommandGroup, defineCommand } from "../command.ts";
import { CommandRefused } from "../command-refused.ts";
import type { OperatorContext } from "../context.ts";

const refusals = {
	notStopped: () => new CommandRefused("Retention is not stopped."),
	emptyReason: () => new CommandRefused("Give the reason: what changed the clock, and why it is right again."),
};

export const retentionCommands: CommandGroup = {
	name: "retention",
	summary: "The deletion of expired rows, which a jump of a clock stops",
	terms: {},
	notes: ["Check the clocks of every gateway and of the database before you resume."],
	commands: [
		defineCommand({
			verb: "status",
			summary: "Prints whether retention is stopped, and why. Ends with 1 when it is.",
			operands: [],
			options: {},
			run: async ({ database }) => status(await findStop(database)),
		}),
		defineCommand({
			verb: "resume",
			summary: "Resumes retention. Records that are ahead of the database's clock get its time.",
			operands: [],
			options: {
				reason: { type: "string", required: true, value: "TEXT", meaning: "Why the clocks are right again." },
			},
			run: (context, _operands, { reason }) => resume(context, reason.trim()),
		}),
	],
};

/** The reason why nothing is deleted; `since` is `null` where only the records tell it. */
interface Stop {
	reason: string;
	/** ms since 1970. */
	since: number | null;
}

async function findStop(database: Database): Promise<Stop | undefined> {
	const stop = await findRetentionStop(database);
	if (stop !== undefined) return { reason: stop.reason, since: stop.stopped_at };
	const { newestRecord } = await readRetentionState(database);
	const reason = recordsAhead(newestRecord, await readDatabaseNow(database));
	return reason === undefined ? undefined : { reason, since: null };
}

function status(stop: Stop | undefined): Answer {
	if (stop === undefined) return { text: "Retention is not stopped.", json: { stopped: false } };
	const since = stop.since === null ? "" : ` since ${new Date(stop.since).toISOString()}`;
	return {
		text: `Retention is stopped${since}: ${stop.reason}.`,
		json: { stopped: true, ...stop },
		isComplete: false,
	};
}

async function resume({ database, clocks, login }: OperatorContext, reason: string): Promise<Answer> {
	if (reason === "") throw refusals.emptyReason();
	await database.transaction().execute(async (transaction: Database) => {
		const stop = await findStop(transaction);
		const wasStopped = await resumeRetention(transaction);
		const wereAhead = await moveRecordsBack(transaction, await readDatabaseNow(transaction));
		// Another command may have resumed it since.
		if (stop === undefined || !(wasStopped || wereAhead)) throw refusals.notStopped();
		const details = { stopped_because: stop.reason, reason };
		const about = { object: null, merchantId: null, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "retention.resumed", details });
	});
	return { text: "Retention is resumed.", json: { stopped: false } };
}
