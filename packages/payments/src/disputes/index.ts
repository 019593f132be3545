import { eventOf } from "@cardseal/events";
import { disputeRecordSchema } from "./dispute-record.ts";
import { disputeRoutes } from "./disputes.route.ts";
import { ownerMails } from "./owner-mails.ts";
import { personalData, personalLists } from "./personal-data.store.ts";
import { sendAnswersJob } from "./send-answers.job.ts";
import "./audit-events.ts";

/** The disputes' part of the service's manifest. */
export const disputes = {
	routes: disputeRoutes,
	job: sendAnswersJob,
	personalData,
	personalLists,
	ownerMails,
	personalColumns: { dispute_answers: ["evidence"] },
	eventSchemas: { dispute: eventOf("dispute", disputeRecordSchema).openapi("DisputeEvent") },
} as const;
