/** The ceiling of the bench: the same server and framework, answering with the JSON it was sent. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
app.post("/echo", async (context) => context.json(await context.req.json()));
serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(JSON.stringify({ port })));
