import schema from '@microsoft/app-manifest/build/json-schemas/teams/v1.19/MicrosoftTeams.schema.json' with { type: 'json' }
import draft04 from 'ajv-draft-04'
import type { TeamsManifest } from './manifest.ts'

// Microsoft's schema has keywords that strict mode does not know. Its only format is that of $schema.
const isValid = new draft04.default({ strict: false, allErrors: true, formats: { uri: true } }).compile(schema)

/** Errors of a manifest according to Microsoft's schema. */
export function manifestErrors(manifest: TeamsManifest): string[] {
  isValid(manifest)
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}
