import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** An invalid request. The text tells what to do. */
export class InputError extends Error {}

/** There is nothing by that name. */
export class UnknownName extends Error {
  readonly statusCode = 404
}

/** Parses a value with a schema. @throws InputError with the first issue */
export function readInput<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.')
  throw new InputError(field ? `${field}: ${issue?.message}` : (issue?.message ?? 'This cannot be read.'))
}

/** An object with exactly these fields; the error for anything else has an example. */
export function jsonObject<Shape extends z.ZodRawShape>(example: string, shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? `Send JSON such as ${example}.` : undefined),
  })
}

/** The error handler of routes for people and scripts, which explains what to do. */
export function sendInputError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InputError) return reply.code(400).send({ message: error.message })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const message = status < 500 && error instanceof Error ? error.message : 'The sandbox could not do this.'
  return reply.code(status).send({ message })
}
