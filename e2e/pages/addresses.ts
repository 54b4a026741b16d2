/** Address of the demo shared by the tests of this process: see test.ts. */
export const appUrl = () => addressIn('APP_URL')
/** The link to a chat. */
export const chatUrl = (chatId: string) => `${appUrl()}/?chat=${chatId}`
export const sandboxUrl = () => addressIn('SANDBOX_URL')

function addressIn(name: string): string {
  const address = process.env[name]
  if (address === undefined) throw new Error(`${name} is not set: take \`test\` from e2e/test.ts.`)
  return address
}
