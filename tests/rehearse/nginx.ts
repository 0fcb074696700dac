// Runs deploy/nginx.conf, with only ports and paths changed, in front of server processes on this machine. Without sticky
// sessions, so that each request goes to the next process. Needs Debian's nginx and openssl.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { mustRun } from '../support/run-command.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** A file of deploy/ with the changes made in it. */
export async function deployFile(name: string, changes: [string | RegExp, string][]) {
  let text = await readFile(join(DEPLOY, name), 'utf8');
  for (const [what, to] of changes) text = text.replaceAll(what, to);
  return text;
}

export async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    }
  }
}

/** @param ports of the two server processes, which need not be running yet */
export async function startNginx([first, second]: readonly number[]) {
  const home = await mkdtemp(join(tmpdir(), 'pariksha-nginx-'));
  await chmod(home, 0o755);
  const port = await freePort();
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  await mustRun('openssl', ['req', '-x509', ...made, ...names]);
  const site = await deployFile('nginx.conf', [
    [/^ {4}listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/letsencrypt/live/exams.example.in/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/exams.example.in/privkey.pem', key],
    ['exams.example.in', 'localhost'],
    ['/var/log/nginx/pariksha.log', join(home, 'requests.log')],
    ['127.0.0.1:8787', `127.0.0.1:${first}`],
    ['127.0.0.1:8788', `127.0.0.1:${second}`],
    // No sticky sessions.
    [/^ {4}hash .*\n/gm, ''],
  ]);
  const settings = join(home, 'nginx.conf');
  await writeFile(
    settings,
    `pid ${home}/nginx.pid;\nerror_log ${home}/nginx.log;\ndaemon off;\nworker_processes 2;\n${
      process.getuid?.() === 0 ? 'user www-data;\n' : ''
    }events { worker_connections 1024; }\nhttp { access_log off; include /etc/nginx/mime.types;\n${site}\n}\n`,
  );
  await mustRun('/usr/sbin/nginx', ['-t', '-c', settings]);
  const child = spawn('/usr/sbin/nginx', ['-c', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Stops nginx even if the rehearsal fails to start something else.
  const end = () => child.kill('SIGTERM');
  process.on('exit', end);
  await untilOpen(port);
  return {
    origin: `https://localhost:${port}`,
    certificate: await readFile(certificate),
    async stop() {
      const gone = once(child, 'exit');
      end();
      await gone;
      await rm(home, { recursive: true, force: true });
    },
  };
}
