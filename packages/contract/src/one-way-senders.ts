/** Whether a number can be texted. Short codes and named senders take no replies. */
export function takesReplies(number: string): boolean {
  return number.startsWith('+')
}
