import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { transformSync } from 'amaro'
import type { FastifyInstance } from 'fastify'

const STYLE_SHEET = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/**
 * Serves a folder's TypeScript modules and style sheets to browsers. Types are stripped like Node does,
 * so that pages need no build and imports keep their names.
 */
export async function serveBrowserFiles(
  app: FastifyInstance,
  { prefix, folder }: { prefix: string; folder: string },
): Promise<void> {
  for (const name of await readdir(folder)) {
    const isScript = name.endsWith('.ts') && !name.endsWith('.test.ts')
    if (!isScript && !name.endsWith('.css')) continue
    const source = await readFile(path.join(folder, name), 'utf8')
    const content = isScript ? transformSync(source, { mode: 'strip-only' }).code : source
    app.get(`${prefix}/${name}`, (_request, reply) =>
      reply
        .type(isScript ? SCRIPT : STYLE_SHEET)
        .header('cache-control', 'no-cache')
        .header('x-content-type-options', 'nosniff')
        .send(content),
    )
  }
}
