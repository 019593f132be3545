import { randomBytes } from "node:crypto";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../../test/run/command.ts";
import { createMachine, type Machine, succeed } from "./machine.ts";

const startLimitMs = 240_000;
const addresses = ["127.0.0.11", "127.0.0.12", "127.0.0.13"];

/** PostgreSQL on three machines, replicated by Patroni with the configuration of `deploy/patroni`. */
export interface Cluster {
	/** The database on all machines, for `DATABASE_URL`. */
	url: string;
	/** Returns the machine of the primary. @throws when there is none */
	primary(): Promise<DatabaseMachine>;
	/** Waits until a primary has a synchronous standby, and all machines follow it. */
	whole(): Promise<void>;
	stop(): Promise<void>;
}

export interface DatabaseMachine {
	name: string;
	address: string;
	machine: Machine;
	boot(): void;
}

interface Member {
	name: string;
	role: string;
	state: string;
	lag?: number | string;
}

/** Starts the cluster with an empty database for the gateway. */
export async function startCluster(directory: string): Promise<Cluster> {
	const password = randomBytes(18).toString("base64url");
	const certificates = join(directory, "certificates");
	const names = addresses.map((address, index) => ({ name: `db${index + 1}`, address }));
	const makeCertificates = join(root, "deploy/patroni/certificates.sh");
	await succeed(makeCertificates, [certificates, ...names.map(({ name, address }) => `${name}=${address}`)]);
	const machines = await Promise.all(
		names.map(async ({ name, address }): Promise<DatabaseMachine> => {
			const home = join(directory, name);
			const secrets = join(home, "etc/cardseal");
			await mkdir(secrets, { recursive: true });
			await succeed("cp", ["-a", `${join(certificates, name)}/.`, secrets]);
			await copyFile(join(root, "deploy/patroni/config.yml"), join(secrets, "config.yml"));
			const machine = await createMachine(home, [
				{ at: "/etc/cardseal", owner: "root" },
				{ at: "/var/lib/postgresql", owner: "postgres" },
				{ at: "/var/lib/etcd", owner: "etcd" },
			]);
			const script = bootScript({ name, address, all: names, password });
			return { name, address, machine, boot: () => machine.start(script) };
		}),
	);
	for (const { boot } of machines) boot();

	const members = async (): Promise<Member[]> => {
		for (const { machine } of machines) {
			const list = ["patronictl", "-c", "/etc/cardseal/config.yml", "list", "--format=json"];
			const json = await machine
				.execute("root", "timeout", "10", "env", ...environment(names), ...list)
				.catch(() => "[]");
			const found = JSON.parse(json) as Record<string, string>[];
			if (found.length > 0) {
				return found.map((row) => ({
					name: String(row.Member),
					role: String(row.Role),
					state: String(row.State),
					lag: row["Lag in MB"] ?? 0,
				}));
			}
		}
		return [];
	};
	const isWhole = (found: Member[]) =>
		found.length === machines.length &&
		found.some(({ role }) => role === "Leader") &&
		found.some(({ role }) => role === "Sync Standby") &&
		found.every(({ role, state }) => state === (role === "Leader" ? "running" : "streaming"));
	const whole = async () => {
		let found: Member[] = [];
		for (const end = performance.now() + startLimitMs; performance.now() < end; await delay(1_000)) {
			found = await members();
			if (isWhole(found)) return;
		}
		const output = machines.map(({ name, machine }) => `${name}:\n${machine.output().slice(-3_000)}`).join("\n");
		throw new Error(`The cluster is not whole: ${JSON.stringify(found)}\n${output}`);
	};
	const primary = async () => {
		const leader = (await members()).find(({ role }) => role === "Leader")?.name;
		const found = machines.find(({ name }) => name === leader);
		if (found === undefined) throw new Error("There is no primary.");
		return found;
	};
	const stop = async () => {
		await Promise.all(machines.map(({ machine }) => machine.kill()));
	};
	try {
		await whole();
		const { machine } = await primary();
		const role = `create role cardseal login password '${password}'`;
		for (const statement of [role, "create database cardseal owner cardseal"]) {
			await machine.execute("postgres", "psql", "--no-psqlrc", "-c", statement);
		}
	} catch (error) {
		await stop();
		throw error;
	}
	const servers = addresses.map((address) => `${address}:5432`).join();
	const tls = `sslmode=verify-full&sslrootcert=${join(certificates, "ca.crt")}`;
	return { url: `postgres://cardseal:${password}@${servers}/cardseal?${tls}`, primary, whole, stop };
}

interface Place {
	name: string;
	address: string;
}

/** The setting by which Patroni finds etcd. */
function environment(all: Place[]): string[] {
	return [`PATRONI_ETCD3_HOSTS=${all.map(({ address }) => `${address}:2379`).join()}`];
}

/** The script that starts etcd and Patroni, as systemd does, with the settings of docs/operate/replication.md. */
function bootScript({ name, address, all, password }: Place & { all: Place[]; password: string }): string {
	const tls = (part: string) => `--${part}cert-file=/etc/cardseal/server.crt --${part}key-file=/etc/cardseal/server.key
		--${part}trusted-ca-file=/etc/cardseal/ca.crt --${part}client-cert-auth`;
	const peers = all.map((one) => `${one.name}=https://${one.address}:2380`).join();
	const etcd = `etcd --name=${name} --data-dir=/var/lib/etcd/default --log-level=error
		--listen-client-urls=https://${address}:2379 --advertise-client-urls=https://${address}:2379
		--listen-peer-urls=https://${address}:2380 --initial-advertise-peer-urls=https://${address}:2380
		--initial-cluster=${peers} ${tls("")} ${tls("peer-")}`;
	const patroni = [
		...environment(all),
		`PATRONI_NAME=${name}`,
		`PATRONI_RESTAPI_LISTEN=${address}:8008`,
		`PATRONI_RESTAPI_CONNECT_ADDRESS=${address}:8008`,
		`PATRONI_POSTGRESQL_LISTEN=${address}:5432`,
		`PATRONI_POSTGRESQL_CONNECT_ADDRESS=${address}:5432`,
		`PATRONI_SUPERUSER_PASSWORD=${password}`,
		`PATRONI_REPLICATION_PASSWORD=${password}`,
		`PATRONI_REWIND_PASSWORD=${password}`,
	];
	return `chgrp ssl-cert /etc/cardseal /etc/cardseal/*; chmod 750 /etc/cardseal; chmod 640 /etc/cardseal/*
		usermod --append --groups ssl-cert etcd
		install --directory --owner=postgres /run/postgresql
		rm -f /var/lib/postgresql/17/cardseal/postmaster.pid
		runuser -u etcd -- ${etcd.replaceAll(/\s+/g, " ")} &
		runuser -u postgres -- env ${patroni.join(" ")} patroni /etc/cardseal/config.yml &
		while wait; do sleep 1; done`;
}
