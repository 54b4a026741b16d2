import { greeting, readRequest, textOf, type BesideWindow } from './host.ts'

/** How often to look whether the window was closed, in milliseconds: a closed window says nothing. */
const LOOK_EVERY = 200

/** Opens a window beside the app, in which it signs somebody in; what that window ends with. */
export function openBeside({ url, width, height }: BesideWindow, appOrigin: string): Promise<string> {
  const opened = window.open(url, '_blank', `popup,width=${width},height=${height}`)
  if (!opened) return Promise.reject(new Error('FailedToOpenWindow'))
  const { promise, resolve, reject } = Promise.withResolvers<string>()

  const look = setInterval(() => {
    if (opened.closed) reject(new Error('CancelledByUser'))
  }, LOOK_EVERY)
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
