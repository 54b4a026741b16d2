/** The length of a message counts itself, but not the type before it. */
const LENGTH_BYTES = 4

/**
 * Splits what one side of a connection to PostgreSQL sends into messages
 * (https://www.postgresql.org/docs/current/protocol-overview.html). A client's first one has no type.
 */
export function createMessageReader(side: 'client' | 'server', onMessage: (type: string, body: Buffer) => void) {
  let typeBytes = side === 'client' ? 0 : 1
  let rest: Buffer = Buffer.alloc(0)
  return {
    isAmidMessage: () => rest.length > 0,
    read(chunk: Buffer): void {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= typeBytes + LENGTH_BYTES) {
        const end = typeBytes + rest.readInt32BE(typeBytes)
        if (rest.length < end) return
        const message = rest.subarray(0, end)
        rest = rest.subarray(end)
        onMessage(message.toString('latin1', 0, typeBytes), message.subarray(typeBytes + LENGTH_BYTES))
        typeBytes = 1
      }
    },
  }
}

/** The strings that a message begins with, each of which ends with a zero byte. */
export const stringsOf = (body: Buffer): string[] => body.toString().split('\0')
