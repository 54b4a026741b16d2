export { useMe } from './user-queries.ts'
export { meQuery, usersQuery } from './user-queries.ts'
