/** The error of a part of a form's value, with the first sentence in it. */
export function errorAt(error: unknown, part: string | number): { message: string | undefined } | undefined {
  if (typeof error !== 'object' || error === null || !(part in error)) return undefined
  const found: unknown = Reflect.get(error, part)
  return typeof found === 'object' && found !== null
    ? Object.assign({ ...found }, { message: firstMessage(found) })
    : undefined
}

/** Depth first. Skips references to elements. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message
  for (const [name, part] of Object.entries(error)) {
    const message = name === 'ref' ? undefined : firstMessage(part)
    if (message !== undefined) return message
  }
  return undefined
}
