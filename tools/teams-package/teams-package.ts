import { zipSync } from 'fflate'
import { colorIcon, outlineIcon } from './icons.ts'
import { manifestErrors } from './manifest-errors.ts'
import { ICONS, teamsManifest } from './manifest.ts'
import type { TeamsSettings } from './settings.ts'

/** The earliest time in a zip, in local time, so that the same settings always produce the same bytes. */
const FILE_TIME = new Date(1980, 0, 1)

/** The app package for Teams: a zip of the manifest and its two icons. */
export async function teamsPackage(settings: TeamsSettings, version: string): Promise<Uint8Array> {
  const manifest = teamsManifest(settings, version)
  const faults = manifestErrors(manifest)
  if (faults.length > 0) throw new Error(`Teams would refuse the manifest:\n  ${faults.join('\n  ')}`)
  const files = {
    'manifest.json': new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
    [ICONS.color]: await colorIcon(),
    [ICONS.outline]: await outlineIcon(),
  }
  return zipSync(files, { mtime: FILE_TIME })
}
