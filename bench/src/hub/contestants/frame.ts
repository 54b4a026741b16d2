/** RFC 6455, section 5.2: one unmasked text frame with a length in two bytes. */
export function buildFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.from([0x81, 126, 0, 0])
  header.writeUInt16BE(payload.length, 2)
  return Buffer.concat([header, payload])
}
