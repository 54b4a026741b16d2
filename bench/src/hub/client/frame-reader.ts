const MAX_HEADER_LENGTH = 10

/** Finds the ends of WebSocket frames. Frames may arrive in any pieces, and are never masked. */
export class FrameReader {
  readonly #onFrame: (payloadLength: number) => void
  readonly #header = Buffer.alloc(MAX_HEADER_LENGTH)
  #headerBytes = 0
  #payloadLength = 0
  #payloadLeft = 0

  constructor(onFrame: (payloadLength: number) => void) {
    this.#onFrame = onFrame
  }

  read(bytes: Uint8Array, start: number, end: number): void {
    let offset = start
    while (offset < end) {
      if (this.#payloadLeft === 0) {
        this.#header[this.#headerBytes] = bytes[offset] ?? 0
        this.#headerBytes += 1
        offset += 1
        this.#readHeader()
      } else {
        const taken = Math.min(this.#payloadLeft, end - offset)
        offset += taken
        this.#payloadLeft -= taken
        if (this.#payloadLeft === 0) this.#onFrame(this.#payloadLength)
      }
    }
  }

  #readHeader(): void {
    if (this.#headerBytes < 2) return
    const short = this.#header[1] ?? 0
    const complete = short < 126 ? 2 : short === 126 ? 4 : MAX_HEADER_LENGTH
    if (this.#headerBytes < complete) return
    const length =
      complete === 2 ? short : complete === 4 ? this.#header.readUInt16BE(2) : Number(this.#header.readBigUInt64BE(2))
    this.#headerBytes = 0
    this.#payloadLength = length
    this.#payloadLeft = length
    if (length === 0) this.#onFrame(0)
  }
}
