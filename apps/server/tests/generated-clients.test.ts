import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { phoneOf } from './phone.ts'
import { shareHarness } from './shared-harness.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const OUTPUT = ['The retry sent nothing.', 'Another text needs another key.', 'The reminder was delivered.']

const hasPerlClient = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0
if (!hasPerlClient) console.warn('Debian’s libopenapi-client-perl is missing: the client in Perl is not tested.')

let harness: Harness
let clinic: Clinic
let folder: string
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  folder = await mkdtemp(path.join(tmpdir(), 'partyline-clients-'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})

/** The text of a block of the guide. */
async function blockOf(name: string): Promise<string> {
  const guide = await readFile(path.join(ROOT, 'docs/guide/api-clients.md'), 'utf8')
  const block = guide.match(new RegExp(`\`\`\`\\w+ ${name}\n([^]*?)\`\`\``))?.[1]
  if (!block) throw new Error(`The guide has no block ${name}.`)
  return block
}

/** Writes a program of the guide into the folder. */
async function extract(name: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, await blockOf(name))
  return file
}

/** Runs a command of the guide with what is installed in `clients`. */
async function runCommand(name: string, change: (command: string) => string = (command) => command) {
  const command = change((await blockOf(name)).replace('npx ', ''))
  const bin = path.join(ROOT, 'clients/node_modules/.bin')
  const env = { ...process.env, PATH: `${process.env['PATH']}:${bin}`, PARTYLINE: harness.url }
  return inFolder('sh', ['-c', command], env)
}

/**
 * Runs a program with a key for a new contact: first while they are in a group only, then also in a chat that is done.
 * Returns the lines that it prints.
 */
async function run(phone: string, command: string, ...args: string[]): Promise<string[]> {
  const { memberId } = await clinic.contact('Marta Silva', phone)
  const other = await clinic.contact(`Ann, next to ${phone}`, phone.replace('5550', '5551'))
  const group = await clinic.chat('Family', [clinic.omar.id, memberId, other.memberId])
  const body = { name: `Bookings by ${command}`, scopes: ['read', 'send', 'contacts'] as const }
  const { token } = await clinic.dana.get('keys.create', { body })
  const env = { ...process.env, PARTYLINE: harness.url, KEY: token, PHONE: phone }
  await expect(inFolder(command, args, env)).rejects.toThrow(`${phone} is in no chat without other phones.`)
  expect((await clinic.omar.get('chats.get', { params: { chatId: group.id } })).messages).toEqual([])

  const more = { numberId: clinic.numbers[1].id }
  const { id: chatId } = await clinic.chat('Marta Silva', [clinic.omar.id, memberId], more)
  await clinic.omar.get('chats.setState', { params: { chatId }, body: { state: 'done' } })
  const { stdout } = await inFolder(command, args, env)
  expect((await phoneOf(harness.sandbox, phone).received(1)).map(({ text }) => text)).toEqual([
    'See you tomorrow at 9:00, Lakeside Clinic.',
  ])
  return stdout.trim().split('\n')
}

function inFolder(command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  return promisify(execFile)(command, args, { cwd: folder, env })
}

test('a client that is generated in TypeScript compiles, and makes the calls of a key', async () => {
  const program = await extract('reminder.ts')
  await runCommand('generate')
  await runCommand('check')
  expect(await run('+12025550151', process.execPath, program)).toEqual(OUTPUT)

  const wrong = path.join(folder, 'wrong.ts')
  const text = await readFile(program, 'utf8')
  await writeFile(wrong, text.replace('{ message: text }', '{ text }').replace("'idempotency-mismatch'", "'mismatch'"))
  const check = runCommand('check', (command) => command.replace('reminder.ts', 'wrong.ts'))
  const failure = await check.catch((error: unknown) => error)
  // A field that the call does not have, and a code that its errors do not have.
  expect((failure as { stdout: string }).stdout.match(/error TS\d+/g)).toEqual(['error TS2353', 'error TS2367'])
})

test.skipIf(!hasPerlClient)('a client that is generated in Perl makes the calls of a key', async () => {
  expect(await run('+12025550152', 'perl', await extract('reminder.pl'))).toEqual(OUTPUT)
})
