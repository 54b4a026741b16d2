import { createPostgresCluster, hasPostgres } from '@partyline/driver'

/** Only root can act for several users, and PostgreSQL has to be installed. */
export const hasPeerPostgres = process.getuid?.() === 0 && hasPostgres

/** The system user whom the PostgreSQL below lets in. */
export const PEER = 'postgres'

/**
 * A PostgreSQL that asks the system who its clients are, as Debian's does: over its socket it lets in the user
 * {@link PEER} alone. Tests prepare it over TCP, where it trusts everybody.
 */
export async function startPeerPostgres() {
  const { url, folder, close } = await createPostgresCluster({ socketAuth: 'peer', durable: false })
  const { port } = new URL(url)
  return {
    /** As step 4 of docs/operations.md has it. */
    socketUrl: `postgres://${PEER}@localhost:${port}/postgres?host=${folder}`,
    tcpUrl: url,
    close,
  }
}
