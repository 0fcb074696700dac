/**
 * Three database machines, each with etcd, Patroni and Postgres, behind HAProxy: deploy/patroni.yml and deploy/haproxy.cfg
 * with only ports, paths and passwords changed. All on loopback, in one temporary folder.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { freePort } from '../support/free-port.ts';
import { killProcessTree, signalProcessTree } from '../support/kill-process-tree.ts';
import { type Link, linkTo } from '../support/link.ts';
import { findPostgresBinaries } from '../support/postgres-binaries.ts';
import { unprivilegedUser } from '../support/unprivileged-user.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const NUMBERS = [1, 2, 3] as const;
const NEEDED = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
};

const clusterSchema = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.int().optional(),
    }),
  ),
});

export type Machine = {
  readonly name: string;
  /** The address of Patroni's REST API. */
  readonly rest: string;
  killPostgres(): Promise<void>;
  /** Kills everything on the machine at once. */
  kill(): Promise<void>;
  killEtcd(): Promise<void>;
  leadsEtcd(): Promise<boolean>;
  /** Starts what isn't running on the machine. */
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Cuts the machine off from the other two; the servers can still reach it. */
  isolate(): void;
  rejoin(): void;
};

export type DatabaseMachines = {
  /** Superuser's URL of database "postgres", through HAProxy. */
  readonly url: string;
  readonly machines: readonly Machine[];
  /** The machine with this role, by Patroni's word: leader, sync_standby or replica. */
  inRole(role: string): Promise<Machine>;
  /** Resolves when one machine takes writes and two follow it, one of them synchronously. */
  untilWhole(): Promise<void>;
  /** @returns the machine that takes writes, once it is another than `old` */
  untilPromoted(old: Machine): Promise<Machine>;
  stop(): Promise<void>;
};

/** @throws with a sentence that names the Debian packages when a program is missing */
export async function startDatabaseMachines(): Promise<DatabaseMachines> {
  const missing = Object.entries(NEEDED).filter(([program]) => !existsSync(program));
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name).join(' ');
    throw new Error(`Missing on this machine: ${names}. On Debian: apt-get install ${names}`);
  }
  const binaries = await findPostgresBinaries();
  const user = await unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'pariksha-failover-'));
  await chmod(home, 0o755);
  const password = randomBytes(18).toString('hex');
  const running = new Map<string, ChildProcess>();
  const links: Link[] = [];

  const run = async (name: string, program: string, args: string[]) => {
    const log = openSync(join(home, `${name}.log`), 'a');
    const env = { PATH: process.env.PATH, HOME: join(home, name) };
    const child = spawn(program, args, { ...user, cwd: home, env, stdio: ['ignore', log, log] });
    running.set(name, child);
    child.once('exit', () => running.delete(name));
  };
  const killed = async (name: string) => {
    const child = running.get(name);
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const folder = async (name: string) => {
    const path = join(home, name);
    await mkdir(path, { mode: 0o700 });
    if (user) await chown(path, user.uid, user.gid);
    return path;
  };
  const linked = async (target: number) => {
    const link = await linkTo(target);
    links.push(link);
    return link;
  };

  const ports: { number: number; postgres: number; rest: number; client: number; peer: number }[] =
    [];
  for (const number of NUMBERS) {
    const [postgres, rest] = [await freePort(), await freePort()];
    ports.push({ number, postgres, rest, client: await freePort(), peer: await freePort() });
  }
  const peers = ports.map(({ number, peer }) => `etcd${number}=http://127.0.0.1:${peer}`).join(',');

  const machines: Machine[] = [];
  for (const { number, postgres, rest, client, peer } of ports) {
    const name = `db${number}`;
    const etcd = `etcd${number}`;
    const [data, etcdData] = [join(await folder(name), 'data'), await folder(etcd)];
    const [pgLink, restLink] = [await linked(postgres), await linked(rest)];
    const etcdLinks = await Promise.all(ports.map((other) => linked(other.client)));
    const own = [pgLink, restLink, ...etcdLinks];
    const hosts = etcdLinks.map((link) => `127.0.0.1:${link.port}`).join(', ');
    const settings = [
      [/^name: .*/m, `name: ${name}`],
      // Through the links, not by the addresses that etcd's members announce.
      [/^etcd3:\n {2}hosts: .*/m, `etcd3:\n  use_proxies: true\n  hosts: [${hosts}]`],
      [/connect_address: 10\.0\.0\.1:8008/, `connect_address: 127.0.0.1:${restLink.port}`],
      [/listen: 10\.0\.0\.1:8008/, `listen: 127.0.0.1:${rest}`],
      [/connect_address: 10\.0\.0\.1:5432/, `connect_address: 127.0.0.1:${pgLink.port}`],
      [/listen: 10\.0\.0\.1:5432/, `listen: 127.0.0.1:${postgres}`],
      [/data_dir: .*/, `data_dir: ${data}`],
      [/bin_dir: .*/, `bin_dir: ${binaries.folder}`],
      [/shared_buffers: .*/, "shared_buffers: 64MB\n        unix_socket_directories: ''"],
      [/10\.0\.0\.0\/24/g, '127.0.0.1/32'],
      [/change-this/g, password],
    ] as const;
    let text = await readFile(join(DEPLOY, 'patroni.yml'), 'utf8');
    for (const [what, to] of settings) text = text.replace(what, to);
    await writeFile(join(home, `${name}.yml`), text, { mode: 0o644 });

    const postmaster = () => {
      try {
        return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      } catch {
        return null;
      }
    };
    const killPostgres = async () => {
      const pid = postmaster();
      if (pid) await killProcessTree(pid);
    };
    const both = async (signal: NodeJS.Signals) => {
      for (const pid of [running.get(name)?.pid, postmaster()])
        if (pid) await signalProcessTree(pid, signal);
    };
    machines.push({
      name,
      rest: `http://127.0.0.1:${rest}`,
      killPostgres,
      killEtcd: () => killed(etcd),
      kill: async () => {
        await Promise.all([killed(name), killed(etcd)]);
        await killPostgres();
      },
      leadsEtcd: async () => {
        const body = JSON.stringify({});
        const asked = `http://127.0.0.1:${client}/v3/maintenance/status`;
        const said = await (await fetch(asked, { method: 'POST', body })).json();
        const status = z.object({
          header: z.object({ member_id: z.string() }),
          leader: z.string(),
        });
        const { header, leader } = status.parse(said);
        return header.member_id === leader;
      },
      start: async () => {
        if (!running.has(etcd)) {
          const [here, there] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
          await run(etcd, '/usr/bin/etcd', [
            ...['--name', etcd, '--data-dir', etcdData, '--log-level', 'warn'],
            ...['--listen-client-urls', here, '--advertise-client-urls', here],
            ...['--listen-peer-urls', there, '--initial-advertise-peer-urls', there],
            ...['--initial-cluster', peers, '--initial-cluster-state', 'new'],
          ]);
        }
        if (!running.has(name)) await run(name, '/usr/bin/patroni', [join(home, `${name}.yml`)]);
      },
      freeze: () => both('SIGSTOP'),
      thaw: () => both('SIGCONT'),
      isolate: () => {
        for (const link of own) link.cut();
      },
      rejoin: () => {
        for (const link of own) link.mend();
      },
    });
  }

  const killAll = () => {
    for (const child of running.values()) child.kill('SIGKILL');
    for (const { number } of ports) {
      try {
        const file = readFileSync(join(home, `db${number}`, 'data/postmaster.pid'), 'utf8');
        process.kill(Number(file.split('\n')[0]), 'SIGQUIT');
      } catch {
        // Postgres wasn't running.
      }
    }
  };
  process.on('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

  const port = await freePort();
  let haproxy = (await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8'))
    .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace(' port 8008', '');
  for (const { number, postgres, rest } of ports)
    haproxy = haproxy.replace(`10.0.0.${number}:5432`, `127.0.0.1:${postgres} port ${rest}`);
  await writeFile(join(home, 'haproxy.cfg'), haproxy, { mode: 0o644 });

  const members = async () => {
    for (const { rest } of machines) {
      try {
        const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
        return clusterSchema.parse(await answer.json()).members;
      } catch {
        // The next machine may know.
      }
    }
    return [];
  };
  const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    const began = performance.now();
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (performance.now() - began > 180_000) throw new Error(`${what}; see the logs in ${home}`);
      await pause(50);
    }
  };
  const isPrimary = async ({ rest }: Machine) => {
    const signal = AbortSignal.timeout(500);
    return (await fetch(`${rest}/primary`, { signal }).catch(() => null))?.status === 200;
  };
  const untilWhole = async () => {
    await until('The machines did not come together', async () => {
      const found = await members();
      // A member on an older timeline is about to be rewound.
      const { timeline } = found.find((one) => one.role === 'leader') ?? {};
      const follows = (one: (typeof found)[number]) =>
        one.timeline === timeline && /^(running|streaming)$/.test(one.state);
      const count = (role: string) =>
        found.filter((one) => one.role === role && follows(one)).length;
      const whole = [count('leader'), count('sync_standby'), count('replica')].join() === '1,1,1';
      return whole || null;
    });
  };

  // In turn: the first machine creates the database, the others copy it.
  for (const machine of machines) await machine.start();
  await run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', join(home, 'haproxy.cfg')]);
  await untilWhole();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await until('HAProxy leads nowhere', async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    const connected = await client.connect().then(
      () => true,
      () => null,
    );
    await client.end();
    return connected;
  });
  return {
    url,
    machines,
    inRole: (role) =>
      until(`No ${role}`, async () => {
        const found = (await members()).find((one) => one.role === role);
        return machines.find(({ name }) => name === found?.name) ?? null;
      }),
    untilWhole,
    untilPromoted: (old) =>
      until('Nobody was promoted', async () => {
        for (const machine of machines)
          if (machine !== old && (await isPrimary(machine))) return machine;
        return null;
      }),
    stop: async () => {
      for (const link of links) link.close();
      for (const name of [...running.keys()]) await killed(name);
      for (const machine of machines) await machine.kill();
      process.off('exit', killAll);
      await rm(home, { recursive: true, force: true });
    },
  };
}
