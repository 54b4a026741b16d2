import type { FastifyCompressOptions } from '@fastify/compress'

/**
 * Compresses a route's replies above 1 KB. A route without this option is never compressed: the length of a compressed
 * reply can give away a secret in it when the reply also repeats the caller's input.
 */
export const COMPRESSED: Pick<FastifyCompressOptions, 'encodings' | 'customTypes'> = {
  encodings: ['br', 'gzip'],
  customTypes: /^(application\/json|text\/html)(;|$)/,
}
