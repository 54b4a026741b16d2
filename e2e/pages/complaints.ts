/** The patterns of the console errors that a test has caused, by the list of its errors. */
const expected = new WeakMap<readonly string[], RegExp[]>()

/** Console errors about responses and networks that a test causes; anything else fails the test. */
export function forgive(complaints: readonly string[], wanted: RegExp): void {
  expected.set(complaints, [...(expected.get(complaints) ?? []), wanted])
}

/** The other ones, at the end: the browser reports an error some time after its cause. */
export function unforgiven(complaints: readonly string[]): string[] {
  return complaints.filter((complaint) => !expected.get(complaints)?.some((wanted) => wanted.test(complaint)))
}
