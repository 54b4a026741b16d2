/**
 * A text as phones get it: with a line that names the sender where the tenant wants it, decisions 4.2. `signature` is
 * the sender's name, or null; a picture without words is not signed.
 */
export function signed(text: string, signature: string | null): string {
  return signature === null || text === '' ? text : `${text}\n- ${signature}`
}
