export { DIRECTORIES, findDirectory, findPerson } from './directories.ts'
export type { Directory, FoundPerson, Person } from './directories.ts'
