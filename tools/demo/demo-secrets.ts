import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Secrets = { AUTH_SECRET: string; ENCRYPTION_KEYS: string }

/** The demo's secrets, created once and stored with its data, so that a restart signs no one out. */
export function demoSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'demo-secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const secrets = {
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `demo:${randomBytes(32).toString('base64')}`,
  }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
