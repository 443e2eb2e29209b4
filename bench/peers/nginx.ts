import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const NGINX = '/usr/sbin/nginx';

/** A folder of files, over HTTP/1.1 at `port` too, or a server on a port of its own that is passed on to. */
export type Origin = { tlsPort: number } & (
  | { root: string; port: number }
  | { serverPort: number }
);

/**
 * nginx on loopback, each origin over HTTP/2 at its `tlsPort`. Of files it sends the Brotli copy beside
 * them, which Debian's nginx has no module for, as a host of such sites does; `/home` is `home.html`.
 *
 * @param folder for its settings, its log and its certificate
 * @returns what stops it
 * @throws Error when it is not up within 5 s
 */
export async function startNginx(folder: string, origins: Origin[]): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
    ...['-subj', '/CN=127.0.0.1', '-keyout', key, '-out', certificate],
  ]);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const settings = join(folder, 'nginx.conf');
  const log = join(folder, 'nginx.log');
  await writeFile(
    settings,
    `daemon off; pid ${folder}/nginx.pid; error_log ${log}; user ${userInfo().username};
events {}
http {
  access_log off; ssl_certificate ${certificate}; ssl_certificate_key ${key};
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  map $http_accept_encoding $copy { default ''; ~br .br; }
  map $uri $encoding { default ''; ~\\.br$ br; }
  map $uri $type {
    default application/octet-stream;
    ~\\.html 'text/html; charset=utf-8'; ~\\.css text/css; ~\\.js text/javascript; ~\\.txt text/plain;
    ~\\.svg image/svg+xml; ~\\.avif image/avif; ~\\.jpeg image/jpeg; ~\\.woff2 font/woff2;
  }
${origins.map(serverOf).join('\n')}
}
`,
  );
  const server = spawn(NGINX, ['-c', settings, '-e', log], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill();
    await ended;
  };
  for (let tries = 0; tries < 50 && server.exitCode === null; tries++) {
    if (await isOpen(origins[0]?.tlsPort ?? 0)) return stop;
    await new Promise((done) => setTimeout(done, 100));
  }
  await stop();
  throw new Error(`nginx did not start: see ${log}`);
}

function serverOf(origin: Origin): string {
  const tls = `listen 127.0.0.1:${origin.tlsPort} ssl http2;`;
  if ('serverPort' in origin) {
    const host = `127.0.0.1:${origin.serverPort}`;
    return `  server { ${tls} location / { proxy_pass http://${host}; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host ${host}; } }`;
  }
  return `  server {
    ${tls} listen 127.0.0.1:${origin.port}; root ${origin.root};
    types {} default_type '';
    add_header Content-Type $type; add_header Content-Encoding $encoding; add_header Vary Accept-Encoding;
    location / { try_files $uri.html$copy $uri$copy $uri.html $uri =404; }
  }`;
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
