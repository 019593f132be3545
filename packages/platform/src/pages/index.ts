export { csrfTokenOf } from "./csrf.ts";
export { type Field, field, formProblem, hiddenField } from "./form.ts";
export { hostCookie, keepFormCookie, readFormCookie } from "./form-cookie.ts";
export { pageOf } from "./layout.ts";
export { linkToken, readLinkToken } from "./link-token.ts";
export { readPageForm } from "./page-form.ts";
export { agreeBox, inLanguage, type Markup, notices, otherLanguage, pageForm, pair } from "./page-parts.ts";
export { formBody, page, pageRoute, tags } from "./page-route.ts";
