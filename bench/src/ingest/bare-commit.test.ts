import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bareCommits } from './bare-commit.ts'

/** A pgbench that needs 4 s to commit anything. */
const SLOW_PGBENCH = `#!/bin/sh
for word; do
  [ "$before" = -T ] && seconds=$word
  case $word in --log-prefix=*) log=\${word#*=} ;; esac
  before=$word
done
: > "$log"
[ "$seconds" -lt 4 ] || { echo '0 1 2000 0 0 0' > "$log"; echo 'tps = 0.25'; }
`

test('where nothing is committed in time, the time is doubled', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'partyline-slow-pgbench-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'pgbench'), SLOW_PGBENCH, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const result = await bareCommits({ databaseUrl: '', chats: 1, atOnce: 32, seconds: 1 })
  expect(result).toMatchObject({ perSecond: 0.25, p50: 2 })
})
