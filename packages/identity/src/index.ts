import "./oauth/tables.ts";

export { linkToken, readLinkToken } from "./staff/link-token.ts";
export { findStaff, listStaff, lockStaffMember } from "./staff/members/members.store.ts";
export { requireEstablished } from "./staff/members/new-member.ts";
export { actorLine, mailToStaff } from "./staff/notices/mail-to-staff.ts";
export { notifyStaff } from "./staff/notices/notify-staff.ts";
export { findStaffNotices, type StaffNotice } from "./staff/notices/staff-notices.store.ts";
export { type Field, field, formProblem, hiddenField } from "./staff/pages/form.ts";
export { pageOf } from "./staff/pages/layout.ts";
export { readPageForm } from "./staff/pages/page-form.ts";
export {
	agreeBox,
	inLanguage,
	type Markup,
	notices,
	otherLanguage,
	pageForm,
	pair,
} from "./staff/pages/page-parts.ts";
export { pageResponses, pageResponsesWith } from "./staff/pages/page-responses.ts";
export { page, pageRoute, tags } from "./staff/pages/page-route.ts";
export { problemPage } from "./staff/pages/problem-words.ts";
export { csrfTokenOf } from "./staff/sessions/csrf.ts";
export { staffPage } from "./staff/sessions/require-session.ts";
export { keepFormCookie } from "./staff/sessions/session-cookie.ts";
export { lockSessionOf, type StaffSession, sessionExpired } from "./staff/sessions/sessions.ts";
export type { SignInContext } from "./staff/sign-in/sign-in-context.ts";
export { requireSteppedUp } from "./staff/step-up/step-up.ts";
export { stepUpFields } from "./staff/step-up/step-up-fields.ts";
export { stepUpByForm } from "./staff/step-up/step-up-form.ts";

import "./staff/tables.ts";
