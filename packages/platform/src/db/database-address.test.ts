import { expect, test } from "vitest";
import { isProtectedDatabase } from "./database-address.ts";

test.each([
	"postgres://u:p@localhost:5432/d",
	"postgres://u:p@127.0.0.1/d",
	"postgres://u:p@[::1]:5432/d",
	"postgres:///d",
	"postgres://u:p@%2Fvar%2Frun%2Fpostgresql/d",
	"postgres://u:p@db.example/d?host=/var/run/postgresql",
	"postgres://u:p@db.example/d?sslmode=verify-full",
	"postgres://u:p@db.example/d?sslmode=verify-full&sslrootcert=/etc/ca.pem",
	"postgres://u:p@127.0.0.1:5432,[::1]:5433/d",
	"postgres://u:p@one.example:5432,two.example/d?sslmode=verify-full",
])("P-18 a database on this machine or behind verified TLS is accepted: %s", (url) => {
	expect(isProtectedDatabase(url)).toBe(true);
});

test.each([
	"postgres://u:p@db.example/d",
	"postgres://u:p@10.0.0.7:5432/d",
	"postgres://u:p@localhost.example/d",
	"postgres://u:p@localhost/d?host=db.example",
	"postgres://u:p@db.example/d?host=localhost&host=db.example",
	"postgres://u:p@db.example/d?ssl=true",
	"postgres://u:p@db.example/d?sslmode=require",
	"postgres://u:p@db.example/d?sslmode=no-verify",
	"postgres://u:p@db.example/d?sslmode=verify-ca",
	"postgres://u:p@db.example/d?sslmode=verify-full&sslmode=disable",
	"postgres://u:p@localhost,db.example/d",
	"postgres://u:p@one.example:5432,two.example:5432/d?sslmode=require",
])("P-18 a database on another host without verified TLS is not: %s", (url) => {
	expect(isProtectedDatabase(url)).toBe(false);
});

test("P-18 a URL without a host has that of the environment", () => {
	expect(isProtectedDatabase("postgres:///d", "db.example")).toBe(false);
	expect(isProtectedDatabase("postgres:///d", "/var/run/postgresql")).toBe(true);
});
