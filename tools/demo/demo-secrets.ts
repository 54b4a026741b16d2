import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createPushKeys } from '@partyline/server'

type Secrets = ReturnType<typeof createSecrets>

/**
 * The demo's secrets, created once and stored with its data, so that a restart signs no one out and ends no push. What a
 * demo of an earlier version does not have is added.
 */
export function demoSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'demo-secrets.json')
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const created = createSecrets()
  const secrets = { ...created, ...stored }
  if (Object.keys(stored).length === Object.keys(created).length) return secrets
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

function createSecrets() {
  return {
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `demo:${randomBytes(32).toString('base64')}`,
    ...createPushKeys(),
    // Not a secret, but without it the keys are incomplete.
    VAPID_SUBJECT: 'mailto:demo@lakeside.example',
  }
}
