/**
 * Runs what a path needs when it is come to for the first time, once per lower-cased path. Section 2 of the
 * specification.
 */
export function createPathInitialisers(initialisers: Readonly<Record<string, () => void>>) {
  const done = new Set<string>()
  return (path: string) => {
    const key = path.toLowerCase()
    if (done.has(key)) return
    done.add(key)
    initialisers[key]?.()
  }
}
