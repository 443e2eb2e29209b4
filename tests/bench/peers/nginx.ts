import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findFile } from '../../runner/programs.ts';

/**
 * Starts nginx on loopback with one process, which serves a folder of files over HTTP/1.1. `/home`
 * is `home.html`, in its Brotli copy; the configuration selects that copy itself, because Debian's
 * nginx has no module for it.
 *
 * @param folder for its settings and its log
 * @throws Error when it is not up within 5 s
 */
export async function startNginx(
  folder: string,
  { root, port }: { root: string; port: number },
): Promise<{ pid: number; stop(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const settings = join(folder, 'nginx.conf');
  const log = join(folder, 'nginx.log');
  // Files are sent with the settings that Debian ships. Connections are kept as long as our server
  // keeps them.
  await writeFile(
    settings,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${log}; user ${userInfo().username};
events {}
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  map $http_accept_encoding $copy { default ''; ~br .br; }
  map $uri $encoding { default ''; ~\\.br$ br; }
  map $uri $type {
    default application/octet-stream;
    ~\\.html 'text/html; charset=utf-8'; ~\\.css text/css; ~\\.js text/javascript; ~\\.txt text/plain;
    ~\\.svg image/svg+xml; ~\\.avif image/avif; ~\\.jpeg image/jpeg; ~\\.woff2 font/woff2;
  }
  server {
    listen 127.0.0.1:${port}; root ${root};
    types {} default_type '';
    add_header Content-Type $type; add_header Content-Encoding $encoding; add_header Vary Accept-Encoding;
    location / { try_files $uri.html$copy $uri.html =404; }
    location ~ \\. { try_files $uri$copy $uri =404; }
  }
}
`,
  );
  const server = spawn(findFile('nginx') ?? 'nginx', ['-c', settings, '-e', log], {
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill();
    await ended;
  };
  for (let tries = 0; tries < 50 && server.exitCode === null; tries++) {
    if (await isOpen(port)) return { pid: Number(server.pid), stop };
    await new Promise((done) => setTimeout(done, 100));
  }
  await stop();
  throw new Error(`nginx did not start: see ${log}`);
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  const isUp = await opened;
  socket.destroy();
  return isUp;
}
