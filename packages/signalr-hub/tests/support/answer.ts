/** The status and the text of a response. */
export async function answer(response: Response | Promise<Response>): Promise<[number, string]> {
  const { status, text } = await Promise.resolve(response).then(async (r) => ({
    status: r.status,
    text: await r.text(),
  }))
  return [status, text]
}
