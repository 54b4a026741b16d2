// npm run settings: writes the table of all settings into docs/operations.md, from the configuration's schema.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeSettings } from '@partyline/server'
import { settingsTable, withTable } from './settings/settings-table.ts'

const file = path.resolve(import.meta.dirname, '../docs/operations.md')
writeFileSync(file, withTable(readFileSync(file, 'utf8'), settingsTable(describeSettings())))
