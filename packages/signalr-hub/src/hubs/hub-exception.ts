/** An error whose text is sent to the client. The text of any other error stays on the server. */
export class HubException extends Error {
  override readonly name = 'HubException'
}

/** Appends the error's text if the client may see it: always for HubException, for others with detailed errors. */
export function errorText(text: string, error: unknown, detailedErrors: boolean): string {
  if (error instanceof HubException) return `${text} HubException: ${error.message}`
  return detailedErrors && error instanceof Error ? `${text} ${error.name}: ${error.message}` : text
}
