/** A peer of the bench: an endpoint that only inserts a row, with one statement and one flush per request. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query("create table plain_sales (id bigint generated always as identity primary key, body json not null)");

const app = new Hono();
app.post("/sale", async (context) => {
	const { rows } = await pool.query({
		name: "insert",
		text: "insert into plain_sales (body) values ($1) returning id",
		values: [await context.req.text()],
	});
	return context.json({ id: rows[0].id, status: "APPROVED" }, 201);
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(JSON.stringify({ url: `http://localhost:${port}` })));
