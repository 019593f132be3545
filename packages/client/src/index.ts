export { type Client, type ClientOptions, createClient, type Scope } from "./client.ts";
export type { Clock } from "./clock.ts";
export { CallError, type ErrorCode, type FieldError, type Reason } from "./errors.ts";
export { EventsMissed, type EventsOptions } from "./events.ts";
export type { Fetch } from "./exchange.ts";
export type { CallOptions, Schemas } from "./operations.ts";
export { signWebhook, verifyWebhook, type WebhookEvent, type WebhookHeaders, WebhookRefused } from "./webhook.ts";
