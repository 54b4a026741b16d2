// npm run teams-package: writes the app package that an administrator uploads to Teams.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '@partyline/server'
import { readTeamsSettings } from './teams-package/settings.ts'
import { teamsPackage } from './teams-package/teams-package.ts'

const file = path.resolve(process.argv[2] ?? 'dist/partyline-teams.zip')

try {
  const settings = readTeamsSettings(process.env)
  const content = await teamsPackage(settings, await version())
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  console.log(`The Teams app for ${settings.address.origin} is in ${file}.`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}

async function version(): Promise<string> {
  const about = JSON.parse(await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string
  }
  return about.version
}
