import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'

export type HttpsDoor = {
  url: string
  /** The file of the certificate, for programs that are to trust it. */
  certificate: string
  close(): void
}

/** Lets browsers reach a port of this machine by https, as Teams asks for it. The certificate is made in the folder. */
export async function openHttpsDoor(port: number, folder: string): Promise<HttpsDoor> {
  const { certificate, key } = makeCertificate(folder)
  const open = new Set<Socket>()
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (outer) => {
    const inner = connect(port, 'localhost')
    join(outer, inner)
    join(inner, outer)
  })
  // A browser that goes away ends its connection as it likes.
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

/** It says that this machine is `localhost`, and vouches for itself. */
function makeCertificate(folder: string) {
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const files = ['-out', certificate, '-keyout', key]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...name, ...files], { stdio: 'pipe' })
  return { certificate, key }
}
