import { operator } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import { findRetentionStop, resumeRetention } from "../../retention/retention-clock.store.ts";
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
			run: async ({ database }) => status(await findRetentionStop(database)),
		}),
		defineCommand({
			verb: "resume",
			summary: "Resumes retention.",
			operands: [],
			options: {
				reason: { type: "string", required: true, value: "TEXT", meaning: "Why the clocks are right again." },
			},
			run: (context, _operands, { reason }) => resume(context, reason.trim()),
		}),
	],
};

function status(stop: { stopped_at: number; reason: string } | undefined): Answer {
	if (stop === undefined) return { text: "Retention is not stopped.", json: { stopped: false } };
	const at = new Date(stop.stopped_at).toISOString();
	return {
		text: `Retention is stopped since ${at}: ${stop.reason}.`,
		json: { stopped: true, since: stop.stopped_at, reason: stop.reason },
		isComplete: false,
	};
}

async function resume({ database, clocks, login }: OperatorContext, reason: string): Promise<Answer> {
	if (reason === "") throw refusals.emptyReason();
	await database.transaction().execute(async (transaction) => {
		const stop = await findRetentionStop(transaction);
		if (stop === undefined || !(await resumeRetention(transaction))) throw refusals.notStopped();
		const details = { stopped_because: stop.reason, reason };
		const about = { object: null, merchantId: null, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "retention.resumed", details });
	});
	return { text: "Retention is resumed.", json: { stopped: false } };
}
