import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from './until.ts'

const NGINX = '/usr/sbin/nginx'

export const hasNginx = existsSync(NGINX)

/** Debian's nginx in front of a server, with these lines in its one location. */
export function startNginx(port: number, target: string, lines: string): Promise<() => Promise<void>> {
  return runNginx(
    port,
    `server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; proxy_read_timeout 120s; ${lines} } }`,
  )
}

/** Debian's nginx with these lines in its block `http`, which listen on that port. */
export async function runNginx(port: number, lines: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-nginx-'))
  const config = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
    events { worker_connections 256; }
    http { access_log off; ${temporary}
      ${lines} }`,
  )
  const nginx = spawn(NGINX, ['-c', config, '-p', folder], { stdio: 'inherit' })
  await until(() => answers(port))
  return async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
