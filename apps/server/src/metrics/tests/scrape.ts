/** The values Prometheus would store, by series name with labels. */
export type Scraped = ReadonlyMap<string, number>

export function readSeries(text: string): Scraped {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line): [string, number] => {
      const [, series = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? []
      return [series, Number(value)]
    }),
  )
}

export async function scrape(url: string, token?: string): Promise<{ status: number; type: string; series: Scraped }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/metrics`, { headers })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, series: readSeries(await response.text()) }
}
