/** Where the demo that all tests share is: see demo.ts. */
export const appUrl = () => addressIn('APP_URL')
export const sandboxUrl = () => addressIn('SANDBOX_URL')

function addressIn(name: string): string {
  const address = process.env[name]
  if (address === undefined) throw new Error(`${name} is not set: run the tests with e2e/playwright.config.ts.`)
  return address
}
