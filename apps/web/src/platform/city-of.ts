/** Cities that browsers still list under an old name. */
const RENAMED: Record<string, string> = {
  Calcutta: 'Kolkata',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
}

/** The city by which people know a zone: `Los Angeles` for `America/Los_Angeles`. */
export function cityOf(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1)
  return RENAMED[city] ?? city.replaceAll('_', ' ')
}
