import { eventOf } from "../event-record.ts";
import { endpointSchema } from "./endpoint-record.ts";

export const endpointEventSchema = eventOf("endpoint", endpointSchema).openapi("EndpointEvent");

export const pingSchema = eventOf("ping", endpointSchema).openapi("PingEvent");
