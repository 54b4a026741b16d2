import { isBlank } from './blank.ts'

/**
 * Appends the signature to a text for phones (docs/product.md#signature). `signature` is
 * the sender's name, or null. A picture without text is not signed.
 */
export function signed(text: string, signature: string | null): string {
  return signature === null || isBlank(text) ? text : `${text}\n- ${signature}`
}
