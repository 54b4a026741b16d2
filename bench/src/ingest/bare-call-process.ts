// A minimal server that writes a message: one route that runs the bare commit's statement. Started by world.ts on the app's core.
import { readFile } from 'node:fs/promises'
import { fastify } from 'fastify'
import { Pool } from 'pg'
import { answerCalls, cpuUsed } from '../harness/child-process.ts'
import { BARE_COMMIT } from './bare-commit.ts'

const handlers = {
  async start({ databaseUrl, port, chats }: { databaseUrl: string; port: number; chats: number }) {
    const script = await readFile(BARE_COMMIT, 'utf8')
    // The statement without pgbench's own lines, and with its variable as a parameter.
    const text = script.replaceAll(/^(--|\\set).*$/gm, '').replaceAll(':n', '$1')
    const pool = new Pool({ connectionString: databaseUrl })
    const app = fastify()
    app.post<{ Body: { text: string } }>('/', async ({ body }) => {
      await pool.query({ name: 'bare-commit', text, values: [1 + Math.floor(Math.random() * chats)] })
      return { text: body.text }
    })
    await app.listen({ port })
  },
  cpu: cpuUsed,
}
export type BareCallFunctions = typeof handlers

answerCalls(handlers)
