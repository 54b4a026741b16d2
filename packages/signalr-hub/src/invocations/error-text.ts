import { HubException } from '../hubs/hub-exception.ts'

/** Adds the error's own text where the client may read it: HubException always, others when details are on. */
export function errorText(said: string, error: unknown, detailedErrors: boolean): string {
  if (error instanceof HubException) return `${said} HubException: ${error.message}`
  return detailedErrors && error instanceof Error ? `${said} ${error.name}: ${error.message}` : said
}
