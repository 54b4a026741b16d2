/** A path of the contract as Fastify writes it: `:chatId` for `{chatId}`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
