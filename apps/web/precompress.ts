import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one packet either way. */
const MIN_BYTES = 1024

const ENCODINGS = {
  '.br': (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

/** Writes a brotli and a gzip copy next to each text file of the build, for the server to send as they are. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      // The page gets a new nonce with every answer, so the server compresses it itself.
      const files = globSync('**/*.{css,js,json,svg,webmanifest}', { cwd: dir })
      await Promise.all(files.map((file) => writeCopies(path.join(dir, file))))
    },
  }
}

async function writeCopies(file: string) {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  await Promise.all(
    Object.entries(ENCODINGS).map(async ([extension, compress]) =>
      writeFile(`${file}${extension}`, await compress(content)),
    ),
  )
}
