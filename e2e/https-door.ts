import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'

export type HttpsDoor = {
  url: string
  /** The certificate file, for programs that should trust it. */
  certificate: string
  close(): void
}

/** An https proxy for a port of this machine, because Teams requires https. Creates the certificate in the folder. */
export async function openHttpsDoor(port: number, folder: string): Promise<HttpsDoor> {
  const { certificate, key } = makeCertificate(folder)
  const open = new Set<Socket>()
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (outer) => {
    const inner = connect(port, 'localhost')
    join(outer, inner)
    join(inner, outer)
  })
  // Browsers may reset connections when they close.
  function join(from: Socket, to: Socket) {
    open.add(from)
    from.pipe(to)
    from
      .on('error', () => {})
      .once('close', () => {
        open.delete(from)
        to.destroy()
      })
  }
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Creates a self-signed certificate for `localhost`. */
function makeCertificate(folder: string) {
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const files = ['-out', certificate, '-keyout', key]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...name, ...files], { stdio: 'pipe' })
  return { certificate, key }
}
