-- The roles of Cardseal's database: docs/operate/database.md. Run once by a superuser, before the first migration.
-- Owns the tables, for npm run migrate alone.
CREATE ROLE cardseal_owner LOGIN;
-- Gateways and operator commands.
CREATE ROLE cardseal LOGIN;
-- Appends to the audit log, in a function. Cannot sign in.
CREATE ROLE cardseal_audit NOLOGIN;
GRANT cardseal_audit TO cardseal_owner;
CREATE DATABASE cardseal OWNER cardseal_owner;
REVOKE ALL ON DATABASE cardseal FROM PUBLIC;
GRANT CONNECT ON DATABASE cardseal TO cardseal;
