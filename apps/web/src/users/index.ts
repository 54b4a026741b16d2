export { useMe } from './use-me.ts'
export { meQuery, userKeys, usersQuery } from './user-queries.ts'
