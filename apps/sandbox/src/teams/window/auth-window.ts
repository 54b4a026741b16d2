import { greeting, readRequest, textOf, type AuthWindow } from './host.ts'

/** How often to check whether the window was closed, in milliseconds: closing emits no event. */
const CHECK_INTERVAL = 200

/** Opens the app's sign-in window and returns its result. */
export function openAuthWindow({ url, width, height }: AuthWindow, appOrigin: string): Promise<string> {
  const opened = window.open(url, '_blank', `popup,width=${width},height=${height}`)
  if (!opened) return Promise.reject(new Error('FailedToOpenWindow'))
  const { promise, resolve, reject } = Promise.withResolvers<string>()

  const look = setInterval(() => {
    if (opened.closed) reject(new Error('CancelledByUser'))
  }, CHECK_INTERVAL)
  const listen = (event: MessageEvent) => {
    if (event.source !== opened || event.origin !== appOrigin) return
    const request = readRequest(event.data)
    if (request?.func === 'initialize') {
      const { id, uuidAsString } = request
      opened.postMessage({ id, uuidAsString, args: greeting('authentication') }, appOrigin)
    }
    if (request?.func === 'authentication.authenticate.success') resolve(textOf(request.args[0]))
    if (request?.func === 'authentication.authenticate.failure') reject(new Error(textOf(request.args[0])))
  }
  window.addEventListener('message', listen)

  return promise.finally(() => {
    clearInterval(look)
    window.removeEventListener('message', listen)
  })
}
