import { zipSync } from 'fflate'
import { colorIcon, outlineIcon } from './icons.ts'
import { manifestFaults } from './manifest-faults.ts'
import { ICONS, teamsManifest } from './manifest.ts'
import type { TeamsSettings } from './settings.ts'

/** The first moment that a zip can tell, in local time: the same settings give the same bytes, whenever and wherever. */
const MOMENT = new Date(1980, 0, 1)

/** The zip that Teams takes: the manifest and its two pictures. */
export async function teamsPackage(settings: TeamsSettings, version: string): Promise<Uint8Array> {
  const manifest = teamsManifest(settings, version)
  const faults = manifestFaults(manifest)
  if (faults.length > 0) throw new Error(`Teams would refuse the manifest:\n  ${faults.join('\n  ')}`)
  const files = {
    'manifest.json': new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
    [ICONS.color]: await colorIcon(),
    [ICONS.outline]: await outlineIcon(),
  }
  return zipSync(files, { mtime: MOMENT })
}
