export { awayText, awayUntil } from './away-text.ts'
export { useAway } from './use-away.ts'
export { useMe } from './user-queries.ts'
export { meQuery, usersQuery } from './user-queries.ts'
