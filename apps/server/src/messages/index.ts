/** Messages: sending, reading and searching them. */
export { createMessages } from './messages-service.ts'
