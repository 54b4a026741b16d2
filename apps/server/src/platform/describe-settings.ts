import { z } from 'zod'
import { environment } from './settings.ts'

/** A setting as an operator reads it. */
export type Setting = {
  name: string
  /** The default. `null`: the setting is required. Empty: there is no default. */
  otherwise: string | null
  meaning: string
  /** The allowed values, if there are only a few. */
  choices: readonly string[]
}

/** All settings, in the order of the schema. */
export function describeSettings(): Setting[] {
  const { properties = {}, required = [] } = z.toJSONSchema(environment, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', default: otherwise = '', enum: choices = [] } = schema as z.core.JSONSchema.Schema
    return {
      name,
      otherwise: required.includes(name) ? null : String(otherwise),
      meaning: description,
      choices: choices.map(String),
    }
  })
}
