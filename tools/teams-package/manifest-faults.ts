import schema from '@microsoft/app-manifest/build/json-schemas/teams/v1.19/MicrosoftTeams.schema.json' with { type: 'json' }
import draft04 from 'ajv-draft-04'
import type { TeamsManifest } from './manifest.ts'

// Microsoft's schema uses words that say nothing to a checker. The one format in it is that of $schema.
const isValid = new draft04.default({ strict: false, allErrors: true, formats: { uri: true } }).compile(schema)

/** What Microsoft's schema has against a manifest. */
export function manifestFaults(manifest: TeamsManifest): string[] {
  isValid(manifest)
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}
