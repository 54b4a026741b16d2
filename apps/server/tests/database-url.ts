// Runs before each file: DATABASE_URL names the server that the project's tests run on, for them and their processes.
import { inject } from 'vitest'
import { compileEmbeddedDatabase } from './compiled-database.ts'
import './template.ts'

const { serverUrl } = inject('template')
if (serverUrl) process.env['DATABASE_URL'] = serverUrl
else {
  delete process.env['DATABASE_URL']
  await compileEmbeddedDatabase()
}
