import "./oauth/tables.ts";

export { actorLine, mailToStaff } from "./staff/mails/mail-to-staff.ts";
export { notifyStaff } from "./staff/mails/notify-staff.ts";
export { findStaffMails, type StaffMail } from "./staff/mails/staff-mails.store.ts";
export { findStaff, listStaff, lockStaffMember } from "./staff/members/members.store.ts";
export { requireEstablished } from "./staff/members/new-member.ts";
export { pageResponses, pageResponsesWith } from "./staff/pages/page-responses.ts";
export { problemPage } from "./staff/pages/problem-words.ts";
export { staffPage } from "./staff/sessions/require-session.ts";
export { lockSessionOf, type StaffSession, sessionExpired } from "./staff/sessions/sessions.ts";
export type { SignInContext } from "./staff/sign-in/sign-in-context.ts";
export { requireSteppedUp } from "./staff/step-up/step-up.ts";
export { stepUpFields } from "./staff/step-up/step-up-fields.ts";
export { stepUpByForm } from "./staff/step-up/step-up-form.ts";

import "./staff/tables.ts";

import "./audit-events.ts";
import "./staff/mails/owner-mails.ts";
