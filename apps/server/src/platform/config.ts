import { z } from 'zod'
import { faultsBetween } from './config-faults.ts'
import { OperatorError } from './operator-error.ts'
import { environment } from './settings.ts'
import type { Settings } from './settings.ts'

type Environment = Record<string, string | undefined>

export type Config = Omit<Settings, 'PUBLIC_URL' | 'API_URL'> & {
  PUBLIC_URL: string
  API_URL: string
}

/** Lists every invalid setting at once, never a value. */
export class ConfigError extends OperatorError {}

/** @throws {ConfigError} */
export function readConfig(env: Environment): Config {
  const given = withoutEmpty(env)
  const { settings, faults } = check(environment, given)
  const between = faultsBetween(settings, new Set(Object.keys(given)))
  refuse([...faults, ...between.map(([setting, fault]) => `${setting} ${fault}`)])
  const config = settings as Settings
  const publicUrl = trimSlash(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`)
  return { ...config, PUBLIC_URL: publicUrl, API_URL: trimSlash(config.API_URL ?? publicUrl) }
}

/**
 * Reads some settings; one that is empty counts as missing.
 * @throws {ConfigError}
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.infer<Schema> {
  const { settings, faults } = check(schema, withoutEmpty(env))
  refuse(faults)
  return settings as z.infer<Schema>
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}

/** Validates each setting on its own: the valid ones, and the errors of the others. */
function check<Schema extends z.ZodObject>(schema: Schema, given: Environment) {
  const settings: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [setting, type] of Object.entries(schema.shape)) {
    const result = z.safeParse(type, given[setting])
    if (result.success) settings[setting] = result.data
    else if (given[setting] === undefined) faults.push(`${setting} is missing`)
    else faults.push(...result.error.issues.map(({ message }) => `${setting} ${lowerFirst(message)}`))
  }
  return { settings: settings as Partial<z.infer<Schema>>, faults }
}

function refuse(faults: readonly string[]) {
  if (faults.length === 0) return
  const lines = [...new Set(faults)].map((fault) => `  ${fault}`)
  throw new ConfigError(`The configuration is not complete:\n${lines.join('\n')}`)
}

function lowerFirst(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function trimSlash(address: string) {
  return address.replace(/\/+$/, '')
}
