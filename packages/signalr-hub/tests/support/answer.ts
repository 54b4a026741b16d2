/** The status and the text of a response. */
export async function answer(response: Response | Promise<Response>): Promise<[number, string]> {
  const answered = await response
  return [answered.status, await answered.text()]
}
